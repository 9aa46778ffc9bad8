/**
 * Check of exact numbers: ids, counts, or floats that have to agree bit by bit.
 *
 * @module
 */
import type { CheckReport } from "../../kernels/checks/check_report.ts";

/**
 * Compares numbers place by place; the report names the first place that differs, or that only one of the two
 * has.
 */
export function exactCheck(got: ArrayLike<number>, wanted: ArrayLike<number>): CheckReport {
  const length = Math.max(got.length, wanted.length);
  for (let row = 0; row < length; row++) {
    if (got[row] === wanted[row]) continue;
    return {
      ok: false,
      relErr: Infinity,
      tolerance: 0,
      checkedRows: row + 1,
      worst: { row, got: got[row] ?? NaN, wanted: wanted[row] ?? NaN, allowed: 0 },
    };
  }
  return { ok: true, relErr: 0, tolerance: 0, checkedRows: length };
}
