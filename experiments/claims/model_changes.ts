/**
 * Claims about what is modelled: asked again under every change of what the model assumes.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/verdicts/evidence.ts";
import { sideOf } from "../../results/verdicts/timed.ts";
import type { Metric } from "../metrics.ts";

/** A change of assumptions; the first of a list leaves them as they are, and its id is empty. */
export interface ModelChange {
  /** Ends the names of metrics. */
  readonly id: string;
}

/** Name of a metric under a change: the metric's own, or `epoch_time_latency_x4`. */
export type ChangedMetric<Name extends string, Id extends string> = string extends Id ? string
  : Id extends "" ? Name
  : `${Name}_${Id}`;

/** `epoch_time_latency_x4`: a metric under a change. */
export function changedMetric<const Name extends string, const Id extends string>(
  metric: Name,
  { id }: { readonly id: Id },
): ChangedMetric<Name, Id> {
  // The type says the same as the expression.
  return (id === "" ? metric : `${metric}_${id}`) as ChangedMetric<Name, Id>;
}

/** Values by change, under the metric's name for each. */
export type ByChange<Name extends string, Change extends ModelChange, Value> = Readonly<
  Record<ChangedMetric<Name, Change["id"]>, Value>
>;

/**
 * One value for each change, by the name of the metric under it.
 *
 * @example
 * ```ts
 * import { byChange } from "./model_changes.ts";
 * const changes = [{ id: "", factor: 1 }, { id: "latency_x4", factor: 4 }] as const;
 * const times = byChange("time", changes, ({ factor }) => 10 * factor);
 * if (times.time !== 10 || times.time_latency_x4 !== 40) throw new Error("one time a change");
 * ```
 */
export function byChange<const Name extends string, Change extends ModelChange, Value>(
  metric: Name,
  changes: readonly Change[],
  value: (change: Change) => Value,
): ByChange<Name, Change, Value> {
  const entries = changes.map((change) => [changedMetric(metric, change), value(change)] as const);
  return Object.fromEntries(entries) as ByChange<Name, Change, Value>;
}

/** Declares a metric under every change; tables show it as it is under the first. */
export function changedMetrics<
  const Name extends string,
  Change extends ModelChange,
  const Declared extends Metric,
>(
  metric: Name,
  declared: Declared,
  changes: readonly Change[],
): ByChange<Name, Change, Declared & { readonly shown?: false }> {
  return byChange(
    metric,
    changes,
    ({ id }) => id === "" ? declared : { ...declared, shown: false as const },
  );
}

/**
 * A modelled part as it is shown, under the first change, where all others agree with it; else open.
 *
 * @param ask The part, of rows under a change.
 */
export function underChanges<Change extends ModelChange>(
  changes: readonly Change[],
  ask: (change: Change) => ClaimPart,
): ClaimPart {
  const [shown, ...others] = changes.map((change) => ({ change, part: ask(change) }));
  const { side } = sideOf(shown.part);
  const otherwise = others.filter(({ part }) => sideOf(part).side !== side).map(({ change }) => change.id);
  if (side === "open" || otherwise.length === 0) return shown.part;
  const named = otherwise.join(", ").replaceAll("_", " ");
  return openPart(shown.part, `the model's answer is another one, or none, with ${named}`);
}
