/**
 * Values that belong to an object that does not change: computed at the first question, kept as long as the
 * object lives.
 *
 * @module
 */

/**
 * Function that computes its result once for each object. The result belongs to the object: it is dropped
 * together with it, and a copy of the object has a result of its own.
 *
 * @param compute Function of the object's content, which must not change afterwards.
 *
 * @example
 * ```ts
 * let calls = 0;
 * const sumOf = oncePerObject((numbers: readonly number[]) => {
 *   calls++;
 *   return numbers.reduce((sum, number) => sum + number, 0);
 * });
 * const numbers = [1, 2, 3];
 * if (sumOf(numbers) + sumOf(numbers) !== 12 || calls !== 1) throw new Error("one computation");
 * ```
 */
export function oncePerObject<Owner extends object, Result>(
  compute: (owner: Owner) => Result,
): (owner: Owner) => Result {
  const results = new WeakMap<Owner, Result>();
  return (owner) => results.getOrInsertComputed(owner, compute);
}
