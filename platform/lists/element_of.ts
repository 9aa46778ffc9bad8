/**
 * Access to an element that must be there.
 *
 * @module
 */

/**
 * The element at an index that lies within a list.
 *
 * @throws {RangeError} It does not; the message names the index and the length.
 *
 * @example
 * ```ts
 * import { elementOf } from "./element_of.ts";
 * if (elementOf(["a", "b"], 1) !== "b") throw new Error("the second");
 * ```
 */
export function elementOf<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element !== undefined || index in list) return element as T;
  throw new RangeError(`no element ${index} in a list of ${list.length}`);
}
