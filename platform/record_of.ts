/**
 * Records from entries whose names are literals.
 *
 * @module
 */

/**
 * `Object.fromEntries` that keeps the names of the entries in its type.
 *
 * @example
 * ```ts
 * import { recordOf } from "./record_of.ts";
 * const bytes = recordOf(([1, 2] as const).map((layer) => [`layer_${layer}`, 4 * layer] as const));
 * if (bytes.layer_2 !== 8) throw new Error("a value of another name");
 * ```
 */
export function recordOf<Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Readonly<Record<Name, Value>> {
  // Every name of the type is that of an entry.
  return Object.fromEntries(entries) as Record<Name, Value>;
}
