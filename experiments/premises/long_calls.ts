/**
 * Premises that timed calls take far longer than the device's fixed cost of a call.
 *
 * @module
 */
import { medianOf } from "../../results/row.ts";
import type { CellKey } from "../claims/suite_evidence.ts";
import { inMilliseconds } from "../metrics.ts";
import { atLeast, type PremiseCondition, type Quantity } from "./condition.ts";

/** Times over the fixed cost of a call that a claim about time needs at least. */
export const LEAST_CALLS = 20;

const CALL_RATIO = "time over that of an empty call";

/** Action after which calls take longer. */
export const LONGER_CALLS = "a larger graph (--profile paper)";

/**
 * Condition of every claim about time that has no other on it: each measured time that decides the claim is
 * at least twenty times the device's fixed cost of a call, or the cost of calls is what is compared.
 */
export const LONG_CALLS: PremiseCondition = atLeast(LEAST_CALLS, {
  name: CALL_RATIO,
  readings: (evidence) => evidence.callRatios(),
  elsewhere: LONGER_CALLS,
});

/**
 * The condition of {@linkcode LONG_CALLS} for rules that state others too: those are asked before the rule
 * has read its times, so that the times are named here.
 */
export function longCalls(
  cells: readonly CellKey[],
  { metric = "time", calls = 1, elsewhere = LONGER_CALLS }: {
    readonly metric?: string;
    /** Calls that a time holds. */
    readonly calls?: number;
    readonly elsewhere?: string;
  } = {},
): PremiseCondition {
  return atLeast(LEAST_CALLS, {
    name: CALL_RATIO,
    readings: (evidence) => {
      for (const cell of cells) evidence.row(cell, metric);
      return evidence.callRatios().map(({ of, value }) => ({ of, value: value / calls }));
    },
    elsewhere,
  });
}

/**
 * Readings of the share of a time that as many empty calls take as the timed work has. None where the time of
 * an empty call was not measured.
 *
 * @param metrics The time, and the number of calls or launches in it.
 */
export function callShare(
  cells: readonly CellKey[],
  metrics: { readonly time: string; readonly calls: string },
): Quantity["readings"] {
  return (evidence) => {
    const { callMs } = evidence;
    if (callMs === undefined) return [];
    return cells.map((cell) => {
      const row = evidence.row(cell, metrics.time);
      const calls = medianOf(evidence.row(cell, metrics.calls));
      const ms = inMilliseconds(medianOf(row), row.unit)!;
      return { of: `${cell.contender} on ${row.dataset}`, value: calls * callMs / ms };
    });
  };
}
