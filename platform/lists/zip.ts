/**
 * Two lists side by side.
 *
 * @module
 */

/**
 * Pairs of what stands at the same place of two lists.
 *
 * @throws {RangeError} The lists differ in length.
 *
 * @example
 * ```ts
 * import { zip } from "./zip.ts";
 * if (zip(["a", "b"], [1, 2]).join(" ") !== "a,1 b,2") throw new Error("pairs");
 * ```
 */
export function zip<A, B>(a: readonly A[], b: readonly B[]): [A, B][] {
  if (a.length !== b.length) {
    throw new RangeError(`lists of ${a.length} and ${b.length} elements side by side`);
  }
  // Both have an element at every index of the other.
  return a.map((value, i) => [value, b[i] as B]);
}
