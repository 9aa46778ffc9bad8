/**
 * Sums over lists.
 *
 * @module
 */

/**
 * Sum of numbers, or of what a function gives of each element, from the first on; 0 where there is none.
 *
 * @example
 * ```ts
 * import { sumOf } from "./sum_of.ts";
 * if (sumOf([1, 2, 3]) !== 6) throw new Error("the numbers themselves");
 * if (sumOf(["ant", "bee"], ({ length }) => length) !== 6) throw new Error("a number of each");
 * ```
 */
export function sumOf(numbers: Iterable<number>): number;
export function sumOf<T>(items: Iterable<T>, of: (item: T, index: number) => number): number;
export function sumOf<T>(items: Iterable<T>, of?: (item: T, index: number) => number): number {
  let sum = 0, index = 0;
  // Without `of` the items are numbers.
  for (const item of items) sum += of ? of(item, index++) : item as number;
  return sum;
}
