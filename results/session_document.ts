/**
 * What session.json holds: everything about a run that is not a row. A report is a pure function of a session folder, so
 * the texts of suites and papers are written into the session and results/ needs nothing from the folders above it.
 *
 * @module
 */

/** How a metric reads. */
export interface MetricText {
  /** The `metric` column of its rows. */
  readonly id: string;
  /** Axis title, without unit. */
  readonly label: string;
  /** Unit of its rows' values. */
  readonly unit: string;
  /** Which way an improvement points. */
  readonly better: "lower" | "higher" | "neither";
}

/** What a suite's plot shows. */
export interface PlotText {
  /** Metric on the y axis; where its parts are stacked, the total that names the plot. */
  readonly metric: string;
  /**
   * `workload` for one group of bars a workload; a factor's name for a line over its values; or another metric's id for
   * a line over what the same cells measured, one a contender through all its workloads. A name that is both is the
   * factor's.
   */
  readonly x: string;
  /** One small plot for each value of this (`dataset`), or all in one. */
  readonly facet?: string;
  /** Logarithmic y axis. Stacked bars have none: a part's length would depend on its place. */
  readonly logarithmic?: boolean;
  /** Unit of the factor on the x axis, where its values have none. */
  readonly xUnit?: string;
  /** Logarithmic x axis of a line. Absent: linear over a metric, and by the span of its values over a factor. */
  readonly logarithmicX?: boolean;
  /**
   * Metrics that are parts of `metric`: one bar a contender, made of them in this order, in a group a workload (`x` is
   * `workload`). They have one unit. A cell is drawn where it has a value of each: what a contender does not do is a row
   * of 0.
   */
  readonly stack?: readonly string[];
  /** Every stacked bar is as long as 100 % of its own sum. */
  readonly share?: boolean;
}

/** A suite as a reader sees it. */
export interface SuiteText {
  /** `hetu-gnn/figure-8`, the `suite` column of its rows. */
  readonly id: string;
  /** Paper id, `own` for a suite of ours. */
  readonly paper: string;
  /** As the paper numbers it: `Figure 8`. */
  readonly artifact: string;
  /** A few words for headings. */
  readonly title: string;
  /** The question in one sentence. */
  readonly question: string;
  /** What is compared, in the order of legends. */
  readonly contenders: readonly { readonly id: string; readonly label: string }[];
  /** Id of the contender that ratios are against. */
  readonly baseline: string;
  /** What is reported of each cell. */
  readonly metrics: readonly MetricText[];
  /** In the order of the page; empty for a suite that is a table. */
  readonly plots: readonly PlotText[];
  /** Fixed settings, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** What a reader must know: deviations from the paper, with their reasons. */
  readonly notes: readonly string[];
  /** The command that repeats this suite alone. */
  readonly command: string;
}

/** A paper as a reader sees it. */
export interface PaperText {
  /** The `paper` column of its rows. */
  readonly id: string;
  /** A few words for headings. */
  readonly title: string;
  /** Authors, title, venue and year, in one line. */
  readonly reference: string;
  /** DOI or page of the publisher; empty without one. */
  readonly url: string;
  /** What the paper measured on. */
  readonly hardware: string;
}

/** A dataset as it was loaded. */
export interface DatasetText {
  /** The `dataset` column of its rows: `reddit@1/16`. */
  readonly name: string;
  /** The publisher's graph, or a generated one. */
  readonly kind: "real" | "stand-in";
  /** Content hash of the graph. */
  readonly hash: string;
  /** Vertices of the graph as loaded. */
  readonly vertices: number;
  /** Entries of its CSR matrix: both directions of an undirected edge, self-loops once. */
  readonly storedEdges: number;
  /** Why a stand-in was taken, what was capped or skipped; may be empty. */
  readonly note: string;
  /** How near a stand-in comes to what it stands for: measure, wanted, got. */
  readonly fidelity: readonly { readonly measure: string; readonly wanted: number; readonly got: number }[];
}

/** What this session can see and how fast its device is. */
export interface CalibrationText {
  /** Half-width of the A/A run's interval as a ratio: differences below it cannot be seen. */
  readonly smallestDifference: number;
  /** Rounds of the A/A run. */
  readonly aaRounds: number;
  /** Roofline of the device by our own probes. */
  readonly bandwidthGBs: number;
  /** 1e9 float32 operations a second; a fused multiply-add counts as two. */
  readonly gflops: number;
  /** Largest drift of the sentinel kernel over the session, as a ratio. */
  readonly sentinelDrift: number;
  /** The device's clock: `gpu-timestamp`, `wall-slope` or `wall`. */
  readonly timer: string;
}

/** The device that kernels ran on. */
export interface DeviceText {
  /** `wasm` or `webgpu`. */
  readonly backend: string;
  /** `software` where a GPU is emulated, `none` on the CPU. */
  readonly adapterKind: "hardware" | "software" | "none";
  /** As a person names it: `NVIDIA H200`. */
  readonly name: string;
  /** CPU threads that run kernels; 0 on `webgpu`. */
  readonly threads: number;
}

/** The content of session.json. */
export interface SessionDocument {
  /** {@link SCHEMA} of row.ts when the session was created. */
  readonly schema: number;
  /** Its folder's name. */
  readonly session: string;
  /** ISO 8601. */
  readonly created: string;
  /** When verdicts were last written, ISO 8601. */
  readonly updated: string;
  /** How large and how long: `smoke`, `standard` or `paper`. */
  readonly profile: string;
  /** Root of every random choice. */
  readonly seed: number;
  /** Arguments of the run that created it; empty when a script did. */
  readonly command: readonly string[];
  /** The one device that all its rows were measured on. */
  readonly device: DeviceText;
  /** Null until measured, and where nothing is timed (a software adapter). */
  readonly calibration: CalibrationText | null;
  /** Adapter, driver, limits, CPU, memory, OS, versions, commit: flat, by name. */
  readonly environment: Readonly<Record<string, string>>;
  /** Those that its suites belong to. */
  readonly papers: readonly PaperText[];
  /** In the order in which they first ran. */
  readonly suites: readonly SuiteText[];
  /** All that were loaded so far. */
  readonly datasets: readonly DatasetText[];
  /** Seconds of wall time that runs of this session took together. */
  readonly seconds: number;
  /** Whether a run of this session has come to its end. */
  readonly finished: boolean;
}
