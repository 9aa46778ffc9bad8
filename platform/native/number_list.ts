/**
 * Lists of numbers as Linux writes them, of processors or of memory nodes: `0-7,64-71`.
 *
 * @module
 */

/**
 * Numbers of a list, ascending as it has them; none of an empty text.
 *
 * @example
 * ```ts
 * if (`${numbersOf("0-2,8")}` !== "0,1,2,8") throw new Error("two ranges");
 * ```
 */
export function numbersOf(list: string): readonly number[] {
  return list.split(",").filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
