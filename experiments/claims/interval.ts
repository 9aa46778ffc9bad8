/**
 * Intervals of rows, and whether all of one lies between two bounds.
 *
 * @module
 */
import { formatUnit } from "../../platform/text/unit.ts";
import { medianOf, type Row } from "../../results/row.ts";

/** A number with its interval. */
export interface ClaimInterval {
  /** The number. */
  readonly value: number;
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * A row's median with its interval. A plain value is its own; a time that was taken once says nothing about
 * how far off it is.
 */
export function intervalOf(row: Row): ClaimInterval {
  const value = medianOf(row);
  if (row.timer !== "" && row.n === 1) return { value, low: 0, high: Infinity };
  return { value, low: row.ci_lo ?? value, high: row.ci_hi ?? value };
}

/** `1.09 [1.06, 1.11] ms`. */
export function spellInterval({ value, low, high }: ClaimInterval, unit = ""): string {
  const [middle, from, to] = [value, low, high].map((number) => number.toPrecision(3));
  return `${middle} [${from}, ${to}] ${formatUnit(unit)}`.trimEnd();
}

/**
 * Whether an interval lies between two bounds, ends included; undefined where the interval contains one of
 * them.
 */
export function liesWithin(
  { low, high }: Omit<ClaimInterval, "value">,
  [least, most]: readonly [least: number, most: number],
): boolean | undefined {
  return low >= least && high <= most ? true : high < least || low > most ? false : undefined;
}
