/**
 * Result of a check, with the entry that was nearest to its error bound.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";

/**
 * One entry of an output with its error bound. `col` is absent where a projection of the row was compared,
 * not one entry.
 */
export interface CheckedEntry {
  /** Row of the output. */
  readonly row: number;
  /** Column of the output. */
  readonly col?: number;
  /** Value that the kernel wrote, or its projection. */
  readonly got: number;
  /** Value that the oracle computed. */
  readonly wanted: number;
  /** Largest |got - wanted| that rounding explains. */
  readonly allowed: number;
}

/** Result of a check. */
export interface CheckReport {
  /** Whether every compared entry is within its bound. */
  readonly ok: boolean;
  /** Relative error |got - wanted| / sum of |terms| of the worst entry. */
  readonly relErr: number;
  /** Error bound of the worst entry, divided by its sum of |terms|. */
  readonly tolerance: number;
  /** Rows that were compared entry by entry. */
  readonly checkedRows: number;
  /** Entry nearest to its bound, or furthest beyond it; absent where nothing was compared. */
  readonly worst?: CheckedEntry;
}

/**
 * Selects the report whose worst entry is nearest to its bound, or furthest beyond it, and counts the rows of
 * all reports.
 */
export function worstOf(reports: readonly CheckReport[]): CheckReport {
  const share = ({ ok, relErr, tolerance }: CheckReport) => ok ? relErr / (tolerance || 1) : Infinity;
  const worst = reports.reduce((a, b) => share(b) > share(a) ? b : a);
  return { ...worst, checkedRows: sumOf(reports, ({ checkedRows }) => checkedRows) };
}
