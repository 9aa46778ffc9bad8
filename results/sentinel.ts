/**
 * The sentinel: one kernel on the same data from the first comparison of a session to the last, timed in every round beside the
 * contenders. What it takes says how far the machine itself moved.
 *
 * @module
 */
import { median } from "../platform/statistics/mod.ts";
import type { Row } from "./row.ts";

/** Contender of the sentinel's rows, which stand in every comparison that timed something: `<suite>:<workload>:sentinel`. */
export const SENTINEL = "sentinel";

/** Whether a row is the sentinel's, and so belongs to the machine and not to what a suite compares. */
export function isSentinel({ contender, metric }: Pick<Row, "contender" | "metric">): boolean {
  return contender === SENTINEL && metric === SENTINEL;
}

/** The sentinel beside one comparison. */
export interface SentinelReading {
  /** Its row: milliseconds, with a 95 % interval. */
  readonly row: Row;
  /** Its median over the session's. */
  readonly ratio: number;
  /** 95 % interval of `ratio`, the session's median taken as exact. */
  readonly lo: number;
  /** Upper end of that interval. */
  readonly hi: number;
  /** Whether the whole interval lies beyond the smallest difference that the session can see. */
  readonly moved: boolean;
}

/** What the sentinel took over a session. */
export interface SentinelDrift {
  /** One a comparison, in the order of the rows. */
  readonly readings: readonly SentinelReading[];
  /** Median of the readings' medians, in milliseconds. */
  readonly ms: number;
  /** Slowest over fastest comparison. */
  readonly drift: number;
  /** From the ends of the two's intervals that are nearest to each other to those that are farthest: wider than 95 %. */
  readonly lo: number;
  /** Upper end of that interval. */
  readonly hi: number;
}

/**
 * The sentinel's readings of a session.
 *
 * @param rows All attempts; of each cell the last one counts.
 * @param smallestDifference What the session's A/A run can see, as a ratio minus 1.
 * @returns `undefined` where the sentinel never ran, and for sessions that kept nothing of it.
 */
export function sentinelDrift(
  rows: readonly Row[],
  smallestDifference: number,
): SentinelDrift | undefined {
  const last = new Map<string, Row>();
  for (const row of rows) {
    if (isSentinel(row) && row.attempt >= (last.get(row.cell)?.attempt ?? 0)) last.set(row.cell, row);
  }
  const timed = [...last.values()].flatMap((row) => {
    const { median: ms, ci_lo: lo = ms, ci_hi: hi = ms } = row;
    return ms !== undefined && ms > 0 ? [{ row, ms, lo: lo!, hi: hi! }] : [];
  });
  if (timed.length === 0) return undefined;
  const ms = median(timed.map((each) => each.ms)), bound = 1 + smallestDifference;
  const [fastest, slowest] = [
    timed.reduce((a, b) => b.ms < a.ms ? b : a),
    timed.reduce((a, b) => b.ms > a.ms ? b : a),
  ];
  return {
    readings: timed.map((each) => ({
      row: each.row,
      ratio: each.ms / ms,
      lo: each.lo / ms,
      hi: each.hi / ms,
      moved: each.lo / ms > bound || each.hi / ms < 1 / bound,
    })),
    ms,
    drift: slowest.ms / fastest.ms,
    lo: slowest.lo / fastest.hi,
    hi: slowest.hi / fastest.lo,
  };
}

/** Readings beside the comparisons of one suite. */
export function readingsOf(drift: SentinelDrift | undefined, suite: string): readonly SentinelReading[] {
  return drift?.readings.filter(({ row }) => row.suite === suite) ?? [];
}
