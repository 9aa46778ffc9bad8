/**
 * The sentinel: one kernel on the same data throughout a session, timed in every round beside the contenders.
 * Its times show the drift of the machine itself.
 *
 * @module
 */
import { median } from "../platform/statistics/mod.ts";
import type { Row } from "./row.ts";
import type { CalibrationRecord } from "./store/session_document.ts";

/** Contender of the sentinel's rows in every timed comparison: `<suite>:<workload>:sentinel`. */
export const SENTINEL = "sentinel";

/** Whether a row is the sentinel's, and so describes the machine and not a contender of the suite. */
export function isSentinel({ contender, metric }: Pick<Row, "contender" | "metric">): boolean {
  return contender === SENTINEL && metric === SENTINEL;
}

/** Reading of the sentinel beside one comparison. */
export interface SentinelReading {
  /** Row of the reading: milliseconds, with a 95 % interval. */
  readonly row: Row;
  /** Median of the reading over the session's median. */
  readonly ratio: number;
  /** Lower end of the 95 % interval of `ratio`; the session's median is taken as exact. */
  readonly lo: number;
  /** Upper end of the 95 % interval. */
  readonly hi: number;
  /** Whether the whole interval lies beyond the smallest difference that the session resolves. */
  readonly moved: boolean;
}

/** Drift of the sentinel over a session. */
export interface SentinelDrift {
  /** Readings, one a comparison, in the order of the rows. */
  readonly readings: readonly SentinelReading[];
  /** Median of the readings' medians, in milliseconds. */
  readonly ms: number;
  /** Ratio of the slowest comparison to the fastest. */
  readonly drift: number;
  /**
   * Lower end of an interval of `drift`, from the ends of the two readings' intervals. These two are chosen
   * for being extreme: among a hundred readings of a machine that does not drift, the interval often leaves
   * out 1. It is 1 where their intervals meet, as no drift is less.
   */
  readonly lo: number;
  /** Upper end of that interval. */
  readonly hi: number;
}

/**
 * Collects the sentinel's readings of a session.
 *
 * @param rows Rows of all attempts; the last reading of each comparison counts.
 * @param smallestDifference Resolution of the session's A/A run, as a ratio minus 1.
 * @returns `undefined` where the sentinel never ran, and for sessions without readings.
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
    lo: Math.max(1, slowest.lo / fastest.hi),
    hi: slowest.hi / fastest.lo,
  };
}

/** Drift in a session's calibration; undefined where it is 1, which is written below two readings. */
export function statedDrift({ sentinelDrift }: Pick<CalibrationRecord, "sentinelDrift">): number | undefined {
  return sentinelDrift === 1 ? undefined : sentinelDrift;
}

/** Readings beside the comparisons of one suite. */
export function sentinelReadings(
  drift: SentinelDrift | undefined,
  suite: string,
): readonly SentinelReading[] {
  return drift?.readings.filter(({ row }) => row.suite === suite) ?? [];
}
