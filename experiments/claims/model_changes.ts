/**
 * Claims about what is modelled: asked again under every change of what the model assumes.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/evidence.ts";
import type { Metric, Metrics } from "../metrics.ts";
import { liesWithin } from "./interval.ts";

/** A change of assumptions; the first of a list leaves them as they are, and its id is empty. */
export interface ModelChange<Id extends string = string> {
  /** Ends the names of metrics. */
  readonly id: Id;
}

/** Name of a metric under a change: `epoch_time` or `epoch_time_latency_x4`. */
export type ChangedName<Name extends string, Id extends string> = string extends Id ? string
  : Id extends "" ? Name
  : `${Name}_${Id}`;

/** Metrics, each under all changes. Tables show it as assumed; only claims read it under a change. */
export type ChangedMetrics<M extends Metrics, Id extends string> = {
  readonly [K in keyof M & string as ChangedName<K, Id>]: Omit<M[K], "shown"> & Pick<Metric, "shown">;
};

/** Name of a metric under a change, such as `epoch_time_latency_x4`. */
export function changedMetric<Name extends string, Id extends string>(
  metric: Name,
  { id }: ModelChange<Id>,
): ChangedName<Name, Id> {
  const name: string = id === "" ? metric : `${metric}_${id}`;
  // The type says of literals what this line computes.
  return name as ChangedName<Name, Id>;
}

/** Declares metrics under all changes, to be spread into the metrics of a suite. */
export function changedMetrics<const M extends Metrics, Id extends string>(
  metrics: M,
  changes: readonly ModelChange<Id>[],
): ChangedMetrics<M, Id> {
  const declared = Object.entries(metrics).flatMap(([metric, { label, unit, better, shown }]) =>
    changes.map((change): [string, Metric] => {
      const own = { label, unit, better };
      return [
        changedMetric(metric, change),
        change.id === "" && shown === undefined ? own : { ...own, shown: false },
      ];
    })
  );
  // The type says of literals what these lines compute.
  return Object.fromEntries(declared) as ChangedMetrics<M, Id>;
}

/** Values of one metric under changes, which not every device has all of. */
export function changedFacts<Name extends string, Change extends ModelChange, Value>(
  metric: Name,
  changes: readonly Change[],
  value: (change: Change) => Value,
): { readonly [K in ChangedName<Name, Change["id"]>]?: Value } {
  const facts = changes.map((change) => [changedMetric(metric, change), value(change)]);
  return Object.fromEntries(facts);
}

/** Whether a part speaks for its claim, by its interval alone; undefined where that meets the bound. */
function sideOf(part: ClaimPart): boolean | undefined {
  switch (part.kind) {
    case "exact":
      return part.holds;
    case "open":
      return undefined;
    case "order": {
      const { claimed, ratio: { ciLo, ciHi } } = part;
      return ciLo > 1 ? claimed === "above" : ciHi < 1 ? claimed === "below" : undefined;
    }
    case "equal": {
      const { margin, ratio: { ciLo: low, ciHi: high } } = part;
      return liesWithin({ low, high }, [1 / margin, margin]);
    }
    default:
      throw part satisfies never;
  }
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
  const side = sideOf(shown.part);
  const otherwise = others.filter(({ part }) => sideOf(part) !== side).map(({ change }) => change.id);
  if (side === undefined || otherwise.length === 0) return shown.part;
  const named = otherwise.join(", ").replaceAll("_", " ");
  return openPart(shown.part, `the model's answer is another one, or none, with ${named}`);
}
