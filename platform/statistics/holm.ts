/**
 * Holm's correction for a family of tests.
 *
 * @module
 */

/**
 * Holm's step-down adjusted p-values (Holm, Scandinavian Journal of Statistics 1979), in the order of the
 * input: a claim whose adjusted p is below alpha may be called at a family-wise error of alpha, whatever the
 * dependence between the tests. No value falls below its raw one, and none passes 1.
 *
 * A NaN (a test that could not be done) stays NaN, but counts as a member of the family. No values give none.
 *
 * @example
 * ```ts
 * const [a, b] = holmAdjust([0.01, 0.04]);
 * if (a !== 0.02 || b !== 0.04) throw new Error("Holm");
 * ```
 */
export function holmAdjust(pValues: readonly number[]): number[] {
  const m = pValues.length;
  const ascending = [...pValues.entries()].filter(([, p]) => !Number.isNaN(p)).sort(([, p], [, q]) => p - q);
  const adjusted = new Array<number>(m).fill(NaN);
  let floor = 0;
  ascending.forEach(([index, p], step) => {
    floor = Math.max(floor, Math.min(1, (m - step) * p));
    adjusted[index] = floor;
  });
  return adjusted;
}
