/**
 * Windows of mini-batches that Greedy Reorder (Algorithm 1) puts in order, and exact checks of these orders.
 *
 * @module
 */
import { greedyReorder } from "../../../graph/sampling/match.ts";
import type { EpochMatches } from "./epoch_matches.ts";

/** Mini-batches of an epoch that are reordered together. */
export interface ReorderWindow {
  /** Number of the first. */
  readonly first: number;
  /** Match degrees among them. */
  readonly degrees: readonly Float64Array[];
  /** Their numbers within the window, in the order in which they are computed. */
  readonly order: readonly number[];
}

/** Windows of so many mini-batches each, of a whole epoch; the last one may be smaller. */
export function reorderWindows({ lists, degrees }: EpochMatches, window: number): ReorderWindow[] {
  const size = Math.min(window, lists.length);
  return Array.from({ length: Math.ceil(lists.length / size) }, (_, i) => {
    const first = i * size, end = Math.min(first + size, lists.length);
    const own = degrees.slice(first, end).map((row) => row.slice(first, end));
    return { first, degrees: own, order: greedyReorder(own) };
  });
}

/** Tells whether an order has every batch of its window once, the first one first. */
export function isPermutation({ order, degrees }: ReorderWindow): boolean {
  const sorted = order.toSorted((a, b) => a - b);
  return order[0] === 0 && sorted.length === degrees.length && sorted.every((batch, i) => batch === i);
}

/** Counts places of an order where a later batch matches the one before better than the next one does. */
export function notGreedy({ order, degrees }: ReorderWindow): number {
  let wrong = 0;
  for (let place = 0; place + 1 < order.length; place++) {
    const row = degrees[order[place]];
    const best = Math.max(...order.slice(place + 1).map((batch) => row[batch]));
    if (row[order[place + 1]] !== best) wrong++;
  }
  return wrong;
}
