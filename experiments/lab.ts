/**
 * The laboratory: everything that a measurement may use.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import type { RankEngine } from "../distributed/communicator/mod.ts";
import type { Device } from "../hardware/device.ts";
import type { Workload } from "./cell.ts";
import type { CheckedTimes } from "./metrics.ts";
import type { Profile } from "./profiles.ts";

/** Dataset of a workload that needs no graph. */
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
  /** Number of ranks; {@linkcode DEFAULT_RANKS} unless the user asks for others. */
  readonly count: number;
  /** Carrier of their messages. */
  readonly engine: RankEngine;
}

/**
 * Ranks that exchange real messages where the user asks for no number: the least at which 1.5D has two groups
 * of two.
 */
export const DEFAULT_RANKS = 4;

/** Everything that a measurement may use. */
export interface Lab {
  /** The one device of the session. */
  readonly device: Device;
  /** Whether times of an emulated GPU are wanted too. */
  readonly allowSoftware: boolean;
  /** Limits of size and time. */
  readonly profile: Profile;
  /** Root of every random choice. */
  readonly seed: number;
  /** CPU threads of a process beside the device: the number that the user asked for, else one per core. */
  readonly hostThreads: number;
  /** Real ranks, and the carrier of their messages. */
  readonly ranks: RealRanks;
  /** Value of `compute`, from the user's cache where an earlier run has left it. */
  cached(
    key: Readonly<Record<string, unknown>>,
    compute: () => Uint32Array | Promise<Uint32Array>,
  ): Promise<Uint32Array>;
  /**
   * The same with the milliseconds that the computation took on a machine like this one. Where only another
   * one has left the value, it is computed again.
   */
  cachedWithCost(
    key: Readonly<Record<string, unknown>>,
    compute: () => Uint32Array | Promise<Uint32Array>,
  ): Promise<{ readonly value: Uint32Array; readonly ms: number }>;
  /**
   * Result of `compute(lab, dataset, settings)`, computed once in a session for each paper, dataset and
   * settings (told apart by their JSON) and dropped with the dataset: measurements and operands that several
   * cells or suites share. A failure is remembered too.
   *
   * @param limits Profile of the suite that asks, for a measurement that takes its rounds: suites that take
   * few of them share one, and those that decide another. Absent for a value that does not depend on rounds.
   */
  once<Settings, Result>(
    compute: (lab: Lab, dataset: LoadedDataset, settings: Settings) => Result | Promise<Result>,
    dataset: LoadedDataset,
    settings: Settings,
    limits?: Profile,
  ): Promise<Result>;
  /**
   * Like {@linkcode once}, for a computation of minutes, such as one of many trainings behind a comparison:
   * its result, plain data and typed arrays, also stays in the session's folder until the session is
   * complete. A run that is stopped ends before the next of them, and goes on with that one.
   *
   * @param name `<paper>/<name>`, the same for one `compute` alone.
   */
  kept<Settings, Result>(
    name: string,
    compute: (lab: Lab, dataset: LoadedDataset, settings: Settings) => Result | Promise<Result>,
    dataset: LoadedDataset,
    settings: Settings,
  ): Promise<Result>;
  /**
   * Times of a timed comparison that this session has finished by the same code, by contender, for what
   * follows from them: those that are right and that nothing is remarked on. Absent outside a session.
   */
  earlierTimes?(suite: string, workload: string): Promise<ReadonlyMap<string, CheckedTimes>>;
  /** Dataset of a workload, for cells over several graphs. */
  load(workload: Pick<Workload, "dataset" | "ids">): Promise<LoadedDataset>;
  /** Aborts where the measurement has to end; absent where nothing ends it. */
  readonly signal?: AbortSignal;
  /** Shows a remark beside the progress of the run. */
  say(text: string): void;
  /** Notes contender and phase, which are shown where a run has printed nothing for long. */
  phase(text: string): void;
}

/** Laboratory of an exact measurement: without a device, and so without a clock. */
export interface ExactLab extends Omit<Lab, "device" | "allowSoftware" | "once" | "kept" | "earlierTimes"> {
  /** Like {@linkcode Lab.once}, for values that need no device. */
  once<Settings, Result>(
    compute: (lab: ExactLab, dataset: LoadedDataset, settings: Settings) => Result | Promise<Result>,
    dataset: LoadedDataset,
    settings: Settings,
  ): Promise<Result>;
}
