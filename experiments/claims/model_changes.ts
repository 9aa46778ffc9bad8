/**
 * Claims about what is modelled: asked again under every change of what the model assumes.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/evidence.ts";
import type { Metrics } from "../metrics.ts";
import { liesWithin } from "./interval.ts";

/** A change of assumptions; the first of a list leaves them as they are, and its id is empty. */
export interface ModelChange<Id extends string = string> {
  /** Ends the names of metrics. */
  readonly id: Id;
}

/** Name of a metric under a change: `epoch_time_latency_x4`. */
export type ChangedMetric<Name extends string, Id extends string> = Id extends "" ? Name : `${Name}_${Id}`;

/** Names a metric under a change. */
export function changedMetric<const Name extends string, const Id extends string>(
  metric: Name,
  { id }: ModelChange<Id>,
): ChangedMetric<Name, Id> {
  // The type says what the expression does.
  return (id === "" ? metric : `${metric}_${id}`) as ChangedMetric<Name, Id>;
}

/**
 * Declares metrics under every change: shown as they were declared without one, and for claims alone under
 * the others.
 */
export function changedMetrics<M extends Metrics, const Id extends string>(
  metrics: M,
  changes: readonly ModelChange<Id>[],
): { readonly [K in keyof M & string as ChangedMetric<K, Id>]: M[K] } {
  const entries = changes.flatMap((change) =>
    Object.entries(metrics).map(([name, metric]) => [
      changedMetric(name, change),
      change.id === "" ? metric : { ...metric, shown: false },
    ])
  );
  return Object.fromEntries(entries);
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
