/**
 * The three kinds of measurement: `timed` (contenders one by one, prepared, checked and interleaved by the
 * runner), `joint` (only has meaning together: epochs of several policies, ranks, pipelines) and `exact`
 * (counts and models, with no clock in reach).
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import type { PreparedContender, SharedBytes } from "../hardware/measuring/timed_contender.ts";
import type { AdapterKind, Device, TimerKind } from "../hardware/device.ts";
import type { CheckReport } from "../kernels/checks/check_report.ts";
import type { Work } from "../kernels/operation.ts";
import type { Contender, FactorTexts, Workload } from "./cell.ts";
import type { ExactLab, Lab } from "./lab.ts";
import type { Breakdown, Facts, Metrics, Times } from "./metrics.ts";

/** One contender on one workload, ready to be prepared, checked and timed. */
export interface Trial<M extends Metrics = Metrics> {
  /** Identity of the cell: kernel text and parameters. It is part of the comparison's content key. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Device bytes of one preparation, without those that it shares. */
  readonly bytes: number;
  /** Device bytes that all trials with the same `by` share; absent where it shares none. */
  readonly shared?: SharedBytes;
  /** Arithmetic and traffic of one execution, for roofline bounds. */
  readonly work: Work;
  /** Milliseconds of one-off work on the host (an ordering); absent where there is none. */
  readonly preprocessMs?: number;
  /** Values that are known before the cell is timed; one row each. */
  readonly facts: Facts<M>;
  /**
   * Settings that only the trial knows, beside the workload's and the contender's: the engine that
   * partitioned.
   */
  readonly factors?: FactorTexts;
  /** Instructions of its kernel where a device has kernels of several: `simd128` for WebAssembly on `x86`. */
  readonly isa?: string;
  /** Columns of its rows in place of the device's own, where it runs beside the device. */
  readonly ranOn?: {
    /** CPU threads that it really uses, in each rank where there are several; 0 on a GPU. */
    readonly threads: number;
    /** `none` on the CPU. */
    readonly adapterKind: AdapterKind;
    /** The clock that it times itself by. */
    readonly timer: TimerKind;
    /** Backend and instruction set of a device that is not the session's: of ranks beside a GPU. */
    readonly device?: Pick<Device, "backend" | "isa">;
  };
  /** Clock of the execution where it runs on the device and times itself by another than the device's. */
  readonly clock?: TimerKind;
  /** Text on what disturbed it while it was timed, for the reason of an unstable cell. */
  unrest?(): string | undefined;
  /**
   * Stages operands and prepares the plan. A plan that is executed `once`, for a check, has one set of
   * operands, and none that rotate.
   */
  prepare(extent?: "once"): Promise<PreparedTrial>;
}

/** A prepared trial: a plan, with what the rows of its cell need. */
export type PreparedTrial = PreparedContender & {
  /** Milliseconds that the kernel's preparation took. */
  readonly prepareMs: number;
  /** Counts that the kernel's preparation makes of itself: groups, tiles, dispatches. Rows of the cell. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Poisons the output, executes once and compares with the oracle. */
  check(): Promise<CheckReport>;
  /**
   * Times the parts of an execution (the phases of an epoch) by themselves, before the rounds begin; each
   * time becomes a row of the cell.
   */
  breakdown?(): Promise<Breakdown>;
};

/** A measurement that is timed: every cell is checked first. */
export interface TimedMeasurement<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> {
  /** Tells it from the other kinds. */
  readonly kind: "timed";
  /** Whether the comparison decides claims (many rounds) or is context (few rounds). */
  readonly decides: boolean;
  /**
   * Budget of a comparison as a multiple of the profile's; when absent, 1 where it decides and 4 for context.
   * For comparisons with many contenders of seconds each.
   */
  readonly patience?: number;
  /**
   * Ratios beside `speedup`, by metric: the contender whose time is divided by that of each other one. Absent
   * where the baseline alone is compared with.
   */
  readonly ratios?: Readonly<Partial<Record<keyof M, string>>>;
  /** Builds one cell's trial; an error becomes the cell's status and keeps no other cell from running. */
  trial(lab: Lab, dataset: LoadedDataset, workload: W, contender: C): Promise<Trial<M>>;
}

/** Measurements of one contender among several. */
export interface JointOutcome<M extends Metrics = Metrics> {
  /** Measured times, each with its check and clock; one row each, and every sample is kept. */
  readonly times: Times<M>;
  /** All other values; one row each. */
  readonly facts: Facts<M>;
  /** Settings that only the measurement knows, beside those of the cell: the kernel that gathered. */
  readonly factors?: FactorTexts;
  /** Columns of its rows in place of the device's own, where it ran beside the device: threads of a rank. */
  readonly ranOn?: NonNullable<Trial["ranOn"]>;
}

/** Columns of rows of what ran beside the device of the session. */
export type RanOn = NonNullable<Trial["ranOn"]>;

/** A measurement that only has meaning together: epochs of several policies, ranks, pipelines. */
export interface JointMeasurement<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> {
  /** Tells it from the other kinds. */
  readonly kind: "joint";
  /**
   * Measures all contenders that were asked for, which take turns by the loop of
   * `hardware/measuring/turn_loop.ts`. The result gives the outcome of one of them by its id, or throws the
   * error that ended it.
   */
  measure(
    lab: Lab,
    dataset: LoadedDataset,
    workload: W,
    contenders: readonly C[],
  ): Promise<(id: string) => JointOutcome<M>>;
}

/** A measurement of exact values: counts and models, with no clock in reach. */
export interface ExactMeasurement<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> {
  /** Tells it from the other kinds. */
  readonly kind: "exact";
  /** Counts or models the values of one cell; an error becomes the cell's status. */
  count(
    lab: ExactLab,
    dataset: LoadedDataset,
    workload: W,
    contender: C,
  ): Promise<Facts<M>>;
}

/** A measurement of one of the kinds. */
export type Measurement<
  W extends Workload = Workload,
  C extends Contender = Contender,
  M extends Metrics = Metrics,
> = TimedMeasurement<W, C, M> | JointMeasurement<W, C, M> | ExactMeasurement<W, C, M>;
