/**
 * Check of chosen group sizes: the proof of the time that choosing took.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/checks/check_report.ts";

/** Least and largest group size that is right for a product. */
export interface RightSizes {
  /** Least right size. */
  readonly least: number;
  /** Largest right size. */
  readonly most: number;
}

/** Compares the size chosen for each product with those that are right for it. */
export function checkChoice(sizes: readonly number[], right: readonly RightSizes[]): CheckReport {
  const entries = right.map(({ least, most }, row) => {
    const got = sizes[row];
    const wanted = Number.isInteger(got) ? Math.min(most, Math.max(least, got)) : least;
    return { row, col: 0, got, wanted, allowed: 0 };
  });
  const worst = entries.find(({ got, wanted }) => got !== wanted) ?? entries[0];
  const ok = sizes.length === right.length && entries.every(({ got, wanted }) => got === wanted);
  const relErr = Math.abs(worst.got - worst.wanted) / worst.wanted;
  return {
    ok,
    relErr: Number.isFinite(relErr) ? relErr : Infinity,
    tolerance: 0,
    checkedRows: right.length,
    worst,
  };
}
