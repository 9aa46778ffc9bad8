/**
 * Error bars: the intervals of values.
 *
 * @module
 */
import { medianOf, type Row } from "../../../row.ts";

/** A value with its interval. */
export interface PlotInterval {
  /** The value. */
  readonly median: number;
  /** Lower end. */
  readonly ci_lo: number | undefined;
  /** Upper end. */
  readonly ci_hi: number | undefined;
}

/** Plotly's error bar, which takes lengths instead of bounds. */
export function errorLengths(intervals: readonly PlotInterval[]): Record<string, unknown> {
  const length = ({ median }: PlotInterval, bound: number | undefined) =>
    bound === undefined || !Number.isFinite(bound) ? null : Math.abs(bound - median);
  return {
    type: "data",
    symmetric: false,
    array: intervals.map((interval) => length(interval, interval.ci_hi)),
    arrayminus: intervals.map((interval) => length(interval, interval.ci_lo)),
    thickness: 1.2,
    width: 3,
    visible: intervals.some(({ ci_lo }) => ci_lo !== undefined),
  };
}

/** Error bars of rows. */
export function errorBars(rows: readonly Row[]): Record<string, unknown> {
  const isExact = ({ ci_lo, ci_hi }: Row) => ci_lo === undefined && ci_hi === undefined;
  return errorLengths(rows.map((row) => ({ ...row, median: isExact(row) ? 0 : medianOf(row) })));
}
