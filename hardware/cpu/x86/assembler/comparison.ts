/**
 * Predicates of `vcmpps` and `vcmpss`.
 *
 * @module
 */

/**
 * Names by number. A pair holds if it is ordered and in the relation; `n...` is the negation, which holds for
 * NaN, too. Suffixes say which predicates signal for a quiet NaN.
 */
export const COMPARISONS = [
  ...["eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord"],
  ...["eq_uq", "nge", "ngt", "false", "neq_oq", "ge", "gt", "true"],
  ...["eq_os", "lt_oq", "le_oq", "unord_s", "neq_us", "nlt_uq", "nle_uq", "ord_s"],
  ...["eq_us", "nge_uq", "ngt_uq", "false_os", "neq_os", "ge_oq", "gt_oq", "true_us"],
] as const;

/** Name of a predicate. */
export type Comparison = typeof COMPARISONS[number];

/** Returns the immediate of a predicate: `a.vcmpps(k(1), x, y, comparison("lt"))`. */
export function comparison(name: Comparison): number {
  return COMPARISONS.indexOf(name);
}
