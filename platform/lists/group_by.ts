/**
 * Groups of a list's elements, none of them empty.
 *
 * @module
 */
import type { NonEmpty } from "./non_empty.ts";

/**
 * `Map.groupBy` whose type says that every group has a first element.
 *
 * @example
 * ```ts
 * import { groupBy } from "./group_by.ts";
 * const [[first]] = groupBy(["ant", "bee", "asp"], (word) => word[0]).values();
 * if (first !== "ant") throw new Error("the first word of the first group");
 * ```
 */
export function groupBy<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, NonEmpty<T>> {
  // A group is made for its first element.
  return Map.groupBy(items, keyOf) as ReadonlyMap<Key, readonly T[]> as Map<Key, NonEmpty<T>>;
}
