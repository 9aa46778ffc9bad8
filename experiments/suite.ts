/**
 * The contract of a suite. A suite is data: the paper's artifact and its question, what is compared (contenders) on what
 * (workloads), how one cell is measured, how its cells map to the published columns, and the claims it must decide.
 * Adding one is one file and one line in its paper's list.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import type { StandInVariant } from "../datasets/generators/stand_in.ts";
import type { RankEngine } from "../distributed/communicator/mod.ts";
import type { AdapterKind, Device, TimerKind } from "../hardware/device.ts";
import type { PreparedContestant, SharedBytes } from "../hardware/measuring.ts";
import type { CheckReport } from "../kernels/check.ts";
import type { Work } from "../kernels/operation.ts";
import type { ClaimPart, Premise } from "../results/evidence.ts";
import type { Source } from "../results/row.ts";
import type { MetricText, PlotText } from "../results/session_document.ts";
import type { SuiteEvidence } from "./claims/suite_evidence.ts";
import type { PaperId } from "./paper.ts";
import type { Profile } from "./profiles.ts";
import type { PublishedKey } from "./published/mod.ts";

/** What is compared: a kernel, an ordering, a policy. */
export interface ContenderSpec {
  /** Unique within the suite; the last part of a cell's name. */
  readonly id: string;
  /** What a reader sees in legends and tables. */
  readonly label: string;
  /** What sets it apart, for filters and rows: `{ reorder: "metis" }`. */
  readonly factors?: Readonly<Record<string, string>>;
  /** Somebody else's system in a process beside the device; absent where it is a kernel of ours. */
  readonly runtime?: "python";
}

/** On what it is compared. */
export interface Workload {
  /** Unique within the suite: `reddit:w128`. */
  readonly id: string;
  /**
   * Dataset as it is asked for; the profile decides whether the real graph or a stand-in comes. Absent where the question
   * needs no graph (an equation, a memory level).
   */
  readonly dataset?: string;
  /** How a stand-in is scaled, where the question depends on it: `fill` keeps how full a 32 x 32 tile is. */
  readonly scaling?: StandInVariant;
  /** GNN model; absent where a kernel alone is measured. */
  readonly model?: string;
  /** The remaining settings, for filters and rows: `{ width: "128" }`. */
  readonly factors: Readonly<Record<string, string>>;
}

/** What a measurement gets where its workload needs no graph. */
export const NO_DATASET: LoadedDataset = {
  id: "",
  kind: "real",
  graph: { rows: 0, cols: 0, rowPtr: Uint32Array.of(0), colIdx: new Uint32Array() },
  hash: "",
  counts: { vertices: 0, storedEdges: 0, undirectedEdges: 0 },
  note: "",
};

/** Ranks that exchange real messages on this machine. */
export interface RealRanks {
  /** How many; 4 unless the user asks for others. */
  readonly count: number;
  /** What carries their messages. */
  readonly engine: RankEngine;
}

/** What a measurement may use. */
export interface Lab {
  /** The one device of the session. */
  readonly device: Device;
  /** Limits of size and time. */
  readonly profile: Profile;
  /** Root of every random choice. */
  readonly seed: number;
  /** CPU threads of a process beside the device: as many as the user asked for, else one a core. */
  readonly hostThreads: number;
  /** How many ranks are real, and what carries their messages. */
  readonly ranks: RealRanks;
  /** Value of `compute`, from the user's cache where an earlier run has left it; `ms` is what it cost then. */
  cached(
    key: Readonly<Record<string, unknown>>,
    compute: () => Uint32Array | Promise<Uint32Array>,
  ): Promise<{ readonly value: Uint32Array; readonly ms: number }>;
  /** The dataset of a workload, for cells over several graphs. */
  load(workload: Pick<Workload, "dataset" | "scaling">): Promise<LoadedDataset>;
  /** A remark for the progress display. */
  say(text: string): void;
}

/** An exact or derived value that a cell contributes besides its time. */
export interface Fact {
  /** The `metric` column of its row. */
  readonly metric: string;
  /** Unit of `value`; `1` for plain numbers. */
  readonly unit: string;
  /**
   * One number, taken as exact: no interval goes with it. Or what repetitions gave (seeds, epochs), at least one: every one
   * is kept, and the row has their median with its interval.
   */
  readonly value: number | readonly number[];
  /** How it came about; `measured` when absent. */
  readonly source?: Source;
  /** Ranks that exchanged real messages for it; 1 when absent. */
  readonly ranks?: number;
}

/** One contender on one workload, ready to be prepared, checked and timed. */
export interface Trial {
  /** What makes this cell the cell it is: kernel text, parameters. Part of the comparison's content key. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Device bytes of one preparation, without those that it shares. */
  readonly bytes: number;
  /** Device bytes that all trials with the same `by` share; absent where it shares none. */
  readonly shared?: SharedBytes;
  /** Arithmetic and traffic of one execution, for roofline bounds. */
  readonly work: Work;
  /** Milliseconds of one-off work on the host (an ordering); absent where there is none. */
  readonly preprocessMs?: number;
  /** What is known of the cell before it is timed; one row each. */
  readonly facts: readonly Fact[];
  /** What the cell's rows say besides the workload's and the contender's factors: the engine that partitioned. */
  readonly factors?: Readonly<Record<string, string>>;
  /** What its rows say in place of the device's own, where it runs beside the device. */
  readonly ranOn?: {
    /** CPU threads that it really uses; 0 on a GPU. */
    readonly threads: number;
    /** `none` on the CPU. */
    readonly adapterKind: AdapterKind;
    /** The clock that it times itself by. */
    readonly timer: TimerKind;
  };
  /** Stages operands and prepares the plan. */
  prepare(): Promise<PreparedTrial>;
}

/** A prepared trial. */
export interface PreparedTrial extends PreparedContestant {
  /** Milliseconds that the kernel's preparation took. */
  readonly prepareMs: number;
  /** What the kernel's preparation says about itself: groups, tiles, dispatches. Rows of the cell. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Poisons the output, executes once and compares with the oracle. */
  check(): Promise<CheckReport>;
  /** Parts of an execution (the phases of an epoch), timed by themselves before the rounds begin; rows of the cell. */
  breakdown?(): Promise<readonly Fact[]>;
}

/** A measurement that is timed: every cell is checked first. */
export interface TimedMeasurement {
  /** Tells it from the other kinds. */
  readonly kind: "timed";
  /** Whether the comparison decides claims (many rounds) or is context (few). */
  readonly decides: boolean;
  /** Builds one cell's trial; an error becomes the cell's status and keeps no other cell from running. */
  trial(lab: Lab, dataset: LoadedDataset, workload: Workload, contender: ContenderSpec): Promise<Trial>;
}

/** Units of time: a value in one of them comes from a clock or from a model. */
export type TimeUnit = "ns" | "us" | "ms" | "s";

/** Units of what is no time, as metrics are declared in. */
export type CountUnit =
  | "1"
  | "%"
  | "x"
  | "bytes"
  | "MB"
  | "GB"
  | "count"
  | "vertices"
  | "edges"
  | "rows"
  | "minibatches"
  | "epochs"
  | "GB/s"
  | "GFLOP/s";

/** A fact beside measured times: counted, or a time that a model gave. A measured time is none: it needs its proof. */
export type JointFact =
  | Omit<Fact, "unit"> & { readonly unit: CountUnit }
  | Omit<Fact, "unit" | "source"> & { readonly unit: TimeUnit; readonly source: "modelled" | "simulated" };

/** Measured times of one contender, with the proof that what was timed is right. */
export interface CheckedTimes {
  /** The `metric` column of their row. */
  readonly metric: string;
  /** Milliseconds, one entry a round; at least one. Rounds of all contenders are paired by their places. */
  readonly ms: readonly number[];
  /** Check of what was timed. */
  readonly check: CheckReport;
  /** Clock that they were taken by. */
  readonly timer: TimerKind;
}

/** Measurements of one contender among several. */
export interface JointOutcome {
  /** One row each, with their check and clock; every sample is kept. */
  readonly times: readonly CheckedTimes[];
  /** One row each. */
  readonly facts: readonly JointFact[];
}

/** A measurement that only has meaning together: epochs of several policies, ranks, pipelines. */
export interface JointMeasurement {
  /** Tells it from the other kinds. */
  readonly kind: "joint";
  /**
   * Measures all contenders that were asked for, which take turns by the loop of `hardware/turn_loop.ts`. The result gives the
   * outcome of one of them by its id, or throws the error that ended it.
   */
  measure(
    lab: Lab,
    dataset: LoadedDataset,
    workload: Workload,
    contenders: readonly ContenderSpec[],
  ): Promise<(id: string) => JointOutcome>;
}

/** Laboratory of an exact measurement: without a device, and so without a clock. */
export type ExactLab = Omit<Lab, "device">;

/** A measurement of exact values: counts and models, with no clock in reach. */
export interface ExactMeasurement {
  /** Tells it from the other kinds. */
  readonly kind: "exact";
  /** One cell's values, one row each; an error becomes the cell's status. */
  readonly count: (
    lab: ExactLab,
    dataset: LoadedDataset,
    workload: Workload,
    contender: ContenderSpec,
  ) => Promise<readonly Fact[]>;
}

/** A measurement that counts, or times by itself: of suites that are yet to become joint. */
export interface CountedMeasurement {
  /** Tells it from the other kinds. */
  readonly kind: "counted";
  /** One cell's values, one row each; an error becomes the cell's status. */
  count(
    lab: Lab,
    dataset: LoadedDataset,
    workload: Workload,
    contender: ContenderSpec,
  ): Promise<readonly Fact[]>;
}

/** How one claim of the published table is decided from this suite's rows. */
export interface ClaimRule {
  /** Id in the paper's claims table: `hetu-gnn.q.spmm-time`. */
  readonly claimId: string;
  /**
   * Whether these rows are in the regime in which the claim means something; where they are not, the claim is not decided.
   * Absent where it means something everywhere.
   */
  premise?(evidence: SuiteEvidence): Premise;
  /** The conjuncts of the claim, each with what was measured for it. */
  decide(evidence: SuiteEvidence): readonly ClaimPart[];
}

/** A suite. */
export interface Suite {
  /** `hetu-gnn/figure-8`. */
  readonly id: string;
  /** Whose question it answers. */
  readonly paper: PaperId;
  /** As the paper numbers it: `Figure 8`. */
  readonly artifact: string;
  /** A few words for headings. */
  readonly title: string;
  /** Set where it takes minutes of training that no other suite needs: then it runs when it or its artifact is named. */
  readonly onlyWhenNamed?: true;
  /** The question in one sentence. */
  readonly question: string;
  /** What is compared on every workload, in the order of legends. */
  readonly contenders: readonly ContenderSpec[];
  /** Id of the contender that ratios are against. */
  readonly baseline: string;
  /** On what it is compared at the sizes of a profile, in the order in which it runs. */
  workloads(profile: Profile): readonly Workload[];
  /** What is the same for all cells, by name, as a reader sees it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Kind of measurement that gives cells their values. */
  readonly measurement: TimedMeasurement | JointMeasurement | ExactMeasurement | CountedMeasurement;
  /** What is reported of each cell. */
  readonly metrics: readonly MetricText[];
  /** In the order of the page; empty for a suite that is a table. */
  readonly plots: readonly PlotText[];
  /** Deviations from the paper, with their reasons. */
  readonly notes: readonly string[];
  /** The published columns of one metric of one cell, or `undefined` where the paper prints no such number. */
  publishedAs(workload: Workload, contender: ContenderSpec, metric: string): PublishedKey | undefined;
  /** Claims that its rows decide; empty where the paper makes none of them. */
  readonly claims: readonly ClaimRule[];
}

/** `hetu-gnn/figure-8:reddit:w128:metis`: a cell's name, unique within a session. */
export function cellName(suite: Suite, workload: Workload, contender: ContenderSpec): string {
  return `${suite.id}:${workload.id}:${contender.id}`;
}
