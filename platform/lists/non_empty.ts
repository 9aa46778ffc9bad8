/**
 * Lists that have at least one element.
 *
 * @module
 */

/** A list with at least one element. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Whether a list has an element. */
export function isNonEmpty<T>(list: readonly T[]): list is NonEmpty<T> {
  return list.length > 0;
}

/** The last element of a list that has one. */
export function lastOf<T>(list: NonEmpty<T>): T {
  return list[list.length - 1] as T;
}

/**
 * The element at an index of a list that begins anew behind its end.
 *
 * @example
 * ```ts
 * import { inTurn } from "./non_empty.ts";
 * if (inTurn(["red", "blue"], 2) !== "red") throw new Error("the third is the first again");
 * ```
 */
export function inTurn<T>(list: NonEmpty<T>, index: number): T {
  return list[index % list.length] as T;
}
