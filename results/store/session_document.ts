/**
 * Content of session.json: everything about a run except rows. A report is a pure function of a session
 * folder: the texts of suites and papers are written into the session, so that results/ needs nothing from
 * the folders above it.
 *
 * @module
 */
import type { TunedChoice } from "./tuned_choice.ts";

/** Texts of a metric. */
export interface MetricText {
  /** Value of the `metric` column in its rows. */
  readonly id: string;
  /** Axis title, without unit. */
  readonly label: string;
  /** Unit of its rows' values. */
  readonly unit: string;
  /** Better direction of the metric. */
  readonly better: "lower" | "higher" | "neither";
  /** Whether it is a count that two runs of one program differ in, since it depends on which threads meet. */
  readonly varies?: boolean;
}

/** Specification of a plot, by its suite. */
export interface PlotSpec {
  /** Metric on the y axis; for stacked parts, the total that names the plot. */
  readonly metric: string;
  /**
   * Quantity on the x axis: `workload` for one group of bars a workload; a factor's name for a line over its
   * values; or another metric's id for a line over the values of that metric in the same cells, one a
   * contender through all its workloads. A name that is both means the factor.
   */
  readonly x: string;
  /** Factor whose values have a small plot each (`dataset`); absent for a single plot. */
  readonly facet?: string;
  /**
   * Whether the y axis is logarithmic. Stacked bars have no logarithmic axis: a part's length would depend on
   * its place.
   */
  readonly logarithmic?: boolean;
  /** Unit of the factor on the x axis, where its values have none. */
  readonly xUnit?: string;
  /**
   * Whether the x axis of a line is logarithmic. By default linear over a metric, and by the span of the
   * values over a factor.
   */
  readonly logarithmicX?: boolean;
  /**
   * Metrics that are parts of `metric`: one bar a contender, made of them in this order, in a group a
   * workload (`x` is `workload`). All have one unit. A cell is drawn where it has a value of each; a part
   * that a contender does not have is a row of 0.
   */
  readonly stack?: readonly string[];
  /** Whether every stacked bar has the length of 100 % of its own sum. */
  readonly share?: boolean;
  /**
   * Second factor, upwards: the plot is then a map over the factors `x` and `y`. `metric` is a contender's
   * time over that of the fastest other one: the least value of a workload wins, surely where its interval
   * ends below 1.
   */
  readonly y?: string;
  /** Metric of a map with the speed-up over the baseline, of which the winner's contours are drawn. */
  readonly contours?: string;
  /** Metrics of a modelled map with its worst values, by which it is sure; by intervals when absent. */
  readonly bounds?: { readonly lead: string; readonly speedup: string };
  /** Known graphs that a map marks, at their values of both factors. */
  readonly landmarks?: readonly { readonly label: string; readonly x: number; readonly y: number }[];
  /**
   * Workloads beside the lattice of a map, which it marks at their values of two metrics, by the name that a
   * factor gives them.
   */
  readonly landmarkMetrics?: { readonly x: string; readonly y: string; readonly label: string };
  /** Name of all marks in the legend; that of graphs of the papers when absent. */
  readonly landmarkName?: string;
  /** Unit of the factor upwards, where its values have none. */
  readonly yUnit?: string;
}

/** A suite for readers. */
export interface SuiteText {
  /** Id, the `suite` column of its rows: `hetu-gnn/figure-8`. */
  readonly id: string;
  /** Paper id; `own` for a suite of this project. */
  readonly paper: string;
  /** Artifact as the paper numbers it: `Figure 8`. */
  readonly artifact: string;
  /** Title for headings, a few words. */
  readonly title: string;
  /** The question in one sentence. */
  readonly question: string;
  /** Contenders in the order of legends. */
  readonly contenders: readonly { readonly id: string; readonly label: string }[];
  /** Id of the contender that is the denominator of ratios. */
  readonly baseline: string;
  /** Metrics that are reported for each cell. */
  readonly metrics: readonly MetricText[];
  /** Plots in the order of the page; empty for a suite that is a table. */
  readonly plots: readonly PlotSpec[];
  /** Fixed settings, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Notes that a reader needs: deviations from the paper, with their reasons. */
  readonly notes: readonly string[];
  /** Sentences that answer the question from the rows so far; absent where claims and plots do. */
  readonly answers?: readonly string[];
  /** Command that repeats only this suite. */
  readonly command: string;
}

/** A paper for readers. */
export interface PaperText {
  /** Value of the `paper` column in its rows. */
  readonly id: string;
  /** Title for headings, a few words. */
  readonly title: string;
  /** Authors, title, venue and year, in one line. */
  readonly reference: string;
  /** DOI or page of the publisher; empty without one. */
  readonly url: string;
  /** Hardware of the paper's measurements. */
  readonly hardware: string;
}

/** Summary of a dataset as it was loaded. */
export interface DatasetSummary {
  /** Value of the `dataset` column in its rows: `reddit@1/16`. */
  readonly name: string;
  /** Kind: the publisher's graph, or a generated one. */
  readonly kind: "real" | "stand-in";
  /** Content hash of the graph. */
  readonly hash: string;
  /** Vertices of the graph as loaded. */
  readonly vertices: number;
  /** Entries of its CSR matrix: both directions of an undirected edge, self-loops once. */
  readonly storedEdges: number;
  /** Reason for a stand-in, and anything that was capped or skipped; may be empty. */
  readonly note: string;
  /** Fidelity of a stand-in: measure, wanted (absent where nothing is known), got. */
  readonly fidelity: readonly {
    readonly measure: string;
    readonly wanted?: number | undefined;
    readonly got: number;
  }[];
}

/** Record of a calibration: resolution of the session and speed of its device. */
export interface CalibrationRecord {
  /** Far end of the A/A run's widest interval, as a ratio minus 1: smaller differences cannot be resolved. */
  readonly smallestDifference: number;
  /** Rounds of an A/A run. */
  readonly aaRounds: number;
  /**
   * A/A runs, whose median counts: 1, or 3 where the first was noisy; absent in sessions of earlier versions,
   * which had one.
   */
  readonly aaRuns?: number;
  /** Memory bandwidth of the device by this project's probes, in GB/s. */
  readonly bandwidthGBs: number;
  /** Arithmetic rate in 1e9 float32 operations a second; a fused multiply-add counts as two. */
  readonly gflops: number;
  /** Milliseconds of a call that computes next to nothing; absent in sessions of earlier versions. */
  readonly callMs?: number;
  /** Largest drift of the sentinel kernel over the session, as a ratio; 1 below two readings of it. */
  readonly sentinelDrift: number;
  /** The device's clock: `gpu-timestamp`, `wall-slope` or `wall`. */
  readonly timer: string;
}

/** Device that kernels ran on. */
export interface DeviceRecord {
  /** Backend: `wasm` or `webgpu`. */
  readonly backend: string;
  /** Kind of the adapter: `software` where a GPU is emulated, `none` on the CPU. */
  readonly adapterKind: "hardware" | "software" | "none";
  /** Name for people: `NVIDIA H200`. */
  readonly name: string;
  /** CPU threads that run kernels; 0 on `webgpu`. */
  readonly threads: number;
}

/** The content of session.json. */
export interface SessionDocument {
  /** Version of the schema when the session was created; see {@link SCHEMA}. */
  readonly schema: number;
  /** Name of the session's folder. */
  readonly session: string;
  /** Time of creation, ISO 8601. */
  readonly created: string;
  /** Time at which verdicts were last written, ISO 8601. */
  readonly updated: string;
  /** Profile, which sets sizes and durations: `smoke`, `standard` or `paper`. */
  readonly profile: string;
  /** Seed of every random choice. */
  readonly seed: number;
  /** Arguments of the run that created the session; empty when a script did. */
  readonly command: readonly string[];
  /** The one device on which all rows were measured. */
  readonly device: DeviceRecord;
  /** Calibration; null until measured, and where nothing is timed (a software adapter). */
  readonly calibration: CalibrationRecord | null;
  /** Environment, flat and by name: adapter, driver, limits, CPU, memory, OS, versions, commit. */
  readonly environment: Readonly<Record<string, string>>;
  /** Papers of the session's suites. */
  readonly papers: readonly PaperText[];
  /** Suites in the order in which they first ran. */
  readonly suites: readonly SuiteText[];
  /** Datasets that were loaded so far. */
  readonly datasets: readonly DatasetSummary[];
  /** Tuned numbers of the device, with their evidence; absent where all code has its defaults. */
  readonly tuning?: readonly TunedChoice[];
  /** Wall time in seconds of all runs of this session together. */
  readonly seconds: number;
  /** Whether a run of this session has completed. */
  readonly finished: boolean;
}
