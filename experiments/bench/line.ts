/**
 * Lines of the bench: what a suite says of a device beside its peers and its limits, with the targets.
 *
 * @module
 */
import type { DeviceBackend } from "../../hardware/device.ts";

/** Least ratio that a device should reach. */
export interface Target {
  /** Backends that it is a target of; others show their ratio alone. */
  readonly on: readonly DeviceBackend[];
  /** Least geometric mean of the ratios; by instruction set where these differ. */
  readonly atLeast: number | Readonly<Record<string, number>>;
  /** Least geometric mean of the ratios on each graph. */
  readonly onNoGraphBelow?: number;
  /** Threads of the device that it is a target for; any number when absent. */
  readonly threads?: number;
}

/** Members that every line has. */
interface LineOf<Kind extends string> {
  /** Tells it from the other kinds. */
  readonly kind: Kind;
  /** Work that is measured: `SpMM`. */
  readonly work: string;
}

/** Ratio of two contenders' times on the suite's workloads: above 1 where the device is faster. */
export interface RatioLine extends LineOf<"ratio"> {
  /** Contender of the suite that is this device. */
  readonly of: string;
  /** Contender of the suite that the device is compared with. */
  readonly over: string;
  /** Name of the latter for readers. */
  readonly against: string;
  /** Least ratio; absent where nothing is promised. */
  readonly target?: Target;
}

/** Exponent by which a contender's time grows with a factor of the workloads: their log-log slope. */
export interface SlopeLine extends LineOf<"slope"> {
  /** Contender of the suite. */
  readonly of: string;
  /** Numeric factor of the workloads: `edges`. */
  readonly along: string;
}

/** Values of a metric of a contender, as their geometric mean over workloads. */
export interface ValueLine extends LineOf<"value"> {
  /** Contender of the suite. */
  readonly of: string;
  /** Metric of its rows, above zero. */
  readonly metric: string;
}

/** A line of any kind. */
export type BenchLine = RatioLine | SlopeLine | ValueLine;
