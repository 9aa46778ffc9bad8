/**
 * Ratios of times, round by round.
 *
 * @module
 */

/** Quotients of two lists, entry by entry; shares in percent with `times` 100. */
export function ratios(above: readonly number[], below: readonly number[], times = 1): number[] {
  return above.map((each, round) => times * each / below[round]);
}
