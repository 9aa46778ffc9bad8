/**
 * Epilogue `y = dropout(activation(z + bias))` and its gradient as formulas.
 *
 * @module
 */
import type { Formula, LaneCondition } from "../../hardware/cpu/x86/kernel/formula.ts";

/** Factors of an epilogue. */
export interface EpilogueFactors {
  /** Factor of entries that are kept, where there is dropout. */
  readonly scale: Formula;
  /** Factor of entries that are not above 0; in a gradient, times `scale`. */
  readonly below: Formula;
}

/** Entries behind the epilogue; those that `kept` leaves out are 0. */
export function ended(
  sum: Formula,
  { scale, below }: EpilogueFactors,
  kept: LaneCondition | undefined,
): Formula {
  const active = sum.is("gt", 0).choose(sum, sum.times(below));
  return kept ? kept.keep(active.times(scale)) : active;
}

/** Gradient of entries that the epilogue has turned into `y`. */
export function endedGradient(
  gradient: Formula,
  y: Formula,
  { scale, below }: EpilogueFactors,
  kept: LaneCondition | undefined,
): Formula {
  const product = gradient.times(y.is("gt", 0).choose(scale, below));
  return kept ? kept.keep(product) : product;
}
