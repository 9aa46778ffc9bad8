/**
 * Text for the intervals of rows. No interval of a few samples that are drawn from anything holds the median
 * in 95 of 100 cases: the range of three does in 75, that of four in 88, that of five in 94.
 *
 * @module
 */
/** Number of samples below which an interval is their range. */
const FEW = 5;

/** Number of samples behind an interval; undefined where an earlier version did not write it. */
interface Counted {
  readonly n: number | undefined;
}

/** An interval, which exact values lack, and the number of samples behind it. */
interface Interval extends Counted {
  readonly ci_lo: number | undefined;
}

/** Whether an interval is the range of too few samples for a 95 % interval. */
export function isRange({ n }: Counted): boolean {
  return n !== undefined && n < FEW;
}

/** Sentence on the intervals of a table in which some are ranges. */
export const RANGE_TEXT = `Intervals of fewer than ${FEW} samples are their range, not one of 95\u00a0%.`;

/** `95 % interval`, or `range` of so few samples that it is one. */
export function intervalName(row: Counted): string {
  return isRange(row) ? "range" : "95 % interval";
}

/** Heading of a column of intervals, of which some may be ranges. */
export function intervalHeading(rows: readonly Interval[]): string {
  const ranges = rows.some((row) => row.ci_lo !== undefined && isRange(row));
  return ranges ? `95 % interval, range where n < ${FEW}` : "95 % interval";
}

/** `95 % intervals`, and what those of fewer than 5 samples are; empty where no row has an interval. */
export function intervalText(rows: readonly Interval[]): string {
  const counts = rows.flatMap(({ n, ci_lo }) => ci_lo === undefined ? [] : [n]);
  if (counts.length === 0) return "";
  if (counts.every((n) => isRange({ n }))) return `the range of fewer than ${FEW} samples`;
  const few = counts.some((n) => isRange({ n })) ? `, of fewer than ${FEW} samples their range` : "";
  return `95\u00a0% intervals${few}`;
}
