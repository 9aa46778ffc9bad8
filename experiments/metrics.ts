/**
 * Metrics of a suite, declared once with their units, and the values that cells give them. A value of a
 * metric that the suite does not declare is a type error, and so is a measured time without the check of what
 * was timed.
 *
 * @module
 */
import type { TimerKind } from "../hardware/device.ts";
import type { CheckReport } from "../kernels/checks/check_report.ts";
import type { MetricText } from "../results/store/session_document.ts";
import type { Source } from "../results/row.ts";

/** Units of time: a value in one of them comes from a clock or from a model. */
export type TimeUnit = "ns" | "us" | "ms" | "s";

/** Units of everything that is no time. */
export type CountUnit =
  | "1"
  | "%"
  | "x"
  | "percentage points"
  | "count"
  | "B"
  | "bytes"
  | "MB"
  | "GB"
  | "GiB"
  | "GB/epoch"
  | "GB/s"
  | "GFLOP/s"
  | "FLOP/byte"
  | "bytes/op"
  | "ops"
  | "epochs"
  | "epochs/s"
  | "iterations"
  | "minibatches"
  | "steps"
  | "states"
  | "vertices"
  | "train vertices"
  | "test vertices"
  | "edges"
  | "edges/vertex"
  | "neighbours"
  | "rows"
  | "columns"
  | "tiles"
  | "blocks"
  | "groups"
  | "slots"
  | "sets"
  | "points"
  | "features"
  | "classes"
  | "label"
  | "set"
  | "threads"
  | "units"
  | "products"
  | "ms^2";

/** Unit of a metric. */
export type Unit = TimeUnit | CountUnit;

/** A metric as a suite declares it. */
export interface Metric {
  /** Axis title, without unit. */
  readonly label: string;
  /** Unit of its values. */
  readonly unit: Unit;
  /** Better direction of its values; neither when absent. */
  readonly better?: "lower" | "higher";
  /** Set for a metric that claims read but no table shows. */
  readonly shown?: false;
  /** Set for a count that two runs of one program differ in, since it depends on which threads meet. */
  readonly varies?: true;
}

/** Metrics by id, the `metric` column of their rows, in the order in which they are reported. */
export type Metrics = Readonly<Record<string, Metric>>;

/** Ids of the metrics that are times. */
export type TimeMetric<M extends Metrics> = {
  [K in keyof M & string]: [Extract<M[K]["unit"], TimeUnit>] extends [never] ? never : K;
}[keyof M & string];

/** A number from a model or a simulator. */
export interface ModelledValue {
  /** One number, taken as exact; or one a repetition, of which the row has the median with its interval. */
  readonly value: number | readonly number[];
  /** Origin of the number. */
  readonly source: Exclude<Source, "measured">;
  /** Ranks that exchanged real messages for it; 1 when absent. */
  readonly ranks?: number;
}

/** Value, or one a repetition, of a metric that a model gives on one rank. */
export function modelled<Value extends ModelledValue["value"]>(
  value: Value,
): { readonly value: Value; readonly source: "modelled" } {
  return { value, source: "modelled" };
}

/** A number with its origin, for values that are not exact counts. */
export interface StatedValue extends Omit<ModelledValue, "source"> {
  /** Origin of the number; `measured` when absent. */
  readonly source?: Source;
  /** Preparation of each repetition, from 0; one for all when absent. */
  readonly preparations?: readonly number[];
}

/**
 * Value of a metric beside measured times. A number is taken as exact; a list has one entry a repetition
 * (seeds, epochs), at least one, of which every one is kept and the row has the median with its interval. A
 * time must come from a model: a measured one needs its check.
 */
export type FactValue<U extends Unit = Unit> = U extends TimeUnit ? ModelledValue
  : number | readonly number[] | StatedValue;

/** Counted, derived and modelled values of a cell by metric. */
export type Facts<M extends Metrics = Metrics> = {
  readonly [K in keyof M]?: FactValue<M[K]["unit"]>;
};

/** Measured times, with the check that the timed computation is right. */
export interface CheckedTimes {
  /** Milliseconds, one entry a round; at least one. Rounds of all contenders are paired by their places. */
  readonly ms: readonly number[];
  /** Check of the timed computation. */
  readonly check: CheckReport;
  /** Clock that they were taken by. */
  readonly timer: TimerKind;
  /**
   * Waits for the session's device in each of `ms` by a `wall` clock: one entry a round, or the number in
   * every one; 0 for work of the host. Where nothing counted them, rows on a GPU say so.
   */
  readonly waits?: number | readonly number[];
  /**
   * Preparation that each of `ms` ran on, from 0; one for all when absent. Facts beside these times with as
   * many values have one a round, of the same preparations.
   */
  readonly preparations?: readonly number[];
  /** Executions that each of `ms` averages: one entry a round, or the number in every one; 1 when absent. */
  readonly calls?: number | readonly number[];
  /** Ranks that exchanged real messages while they were taken; 1 when absent. */
  readonly ranks?: number;
}

/** Measured times of a cell by metric. */
export type Times<M extends Metrics = Metrics> = {
  readonly [K in TimeMetric<M>]?: CheckedTimes;
};

/** Parts of an execution (the phases of an epoch) by themselves. */
export interface Breakdown<M extends Metrics = Metrics> {
  /** Milliseconds by metric, one entry a repetition. Their check is that of the execution. */
  readonly times: { readonly [K in TimeMetric<M>]?: readonly number[] };
  /** Clock of the times where it is not the device's. */
  readonly timer?: TimerKind;
  /** All other values; one row each. */
  readonly facts?: Facts<M>;
}

/** A value with the metric and the unit of its row. */
export interface Fact {
  /** The `metric` column of its row. */
  readonly metric: string;
  /** Unit of `value`; `1` for plain numbers. */
  readonly unit: string;
  /** Value, in the form of {@linkcode FactValue}. */
  readonly value: number | readonly number[];
  /** Origin of the number; `measured` when absent. */
  readonly source?: Source;
  /** Ranks that exchanged real messages for it; 1 when absent. */
  readonly ranks?: number;
  /** Preparation of each of several values, from 0; one for all when absent. */
  readonly preparations?: readonly number[];
  /** Executions that each of several values is the mean of, as in {@linkcode CheckedTimes}; 1 when absent. */
  readonly calls?: number | readonly number[];
}

/** One millisecond in each unit of time. */
const MILLISECOND: Readonly<Record<TimeUnit, number>> = { ns: 1e6, us: 1e3, ms: 1, s: 1e-3 };

/**
 * Measured times as a list, in the unit that their metric declares; in milliseconds where it declares none.
 */
export function timesInUnit(
  metrics: Metrics,
  metric: string,
  ms: readonly number[],
): { readonly metric: string; readonly unit: TimeUnit; readonly value: readonly number[] } {
  const declared = metrics[metric]?.unit;
  const unit = declared !== undefined && isTimeUnit(declared) ? declared : "ms";
  return { metric, unit, value: unit === "ms" ? ms : ms.map((each) => MILLISECOND[unit] * each) };
}

/** A value in milliseconds, or `undefined` where its unit is not a unit of time. */
export function inMilliseconds(value: number, unit: string): number | undefined {
  return isTimeUnit(unit) ? value / MILLISECOND[unit] : undefined;
}

const isTimeUnit = (unit: string): unit is TimeUnit => Object.hasOwn(MILLISECOND, unit);

/** Whether one of these metrics is a time. */
export function haveTimes(metrics: Metrics): boolean {
  return Object.values(metrics).some(({ unit }) => isTimeUnit(unit));
}

/** Metrics for readers: those that tables show. */
export function metricTexts(metrics: Metrics): readonly MetricText[] {
  return Object.entries(metrics).filter(([, { shown }]) => shown !== false)
    .map(([id, { label, unit, better = "neither" as const, varies }]) => ({
      id,
      label,
      unit,
      better,
      ...(varies && { varies }),
    }));
}

/** Values of a cell as a list, each with its unit. */
export function factList(
  facts: Facts,
  metrics: Metrics,
): readonly Fact[] {
  return Object.entries(facts).flatMap(([metric, fact]) => {
    if (fact === undefined) return [];
    const unit = metrics[metric]?.unit ?? "1";
    return [
      typeof fact === "object" && "value" in fact ? { metric, unit, ...fact } : { metric, unit, value: fact },
    ];
  });
}
