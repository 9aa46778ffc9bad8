/**
 * Permutations as data: `perm[old]` is the new id.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Whether `perm` holds every id from 0 to `size - 1` exactly once; `size` is its length by default.
 *
 * @example
 * ```ts
 * import { isPermutation } from "gnn-repro";
 * if (!isPermutation(Uint32Array.of(2, 0, 1))) throw new Error("each id is there");
 * if (isPermutation(Uint32Array.of(2, 2, 1))) throw new Error("each id once");
 * ```
 */
export function isPermutation(perm: Uint32Array, size: number = perm.length): boolean {
  if (perm.length !== size) return false;
  const seen = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    if (perm[i] >= size || seen[perm[i]]) return false;
    seen[perm[i]] = 1;
  }
  return true;
}

/**
 * Checks that `perm` renumbers `size` things; returns it.
 *
 * @throws {ReproError} if it does not.
 */
export function assertPermutation(perm: Uint32Array, size: number): Uint32Array {
  if (isPermutation(perm, size)) return perm;
  throw new ReproError({
    action: "use a permutation",
    current: perm.length === size ? "an id twice or out of range" : plural(perm.length, "id"),
    wanted: `every id from 0 to ${size - 1} once`,
    next: "take the permutation from an ordering of the same graph",
  });
}

/**
 * Inverse of `perm`: `inverse[new]` is the old id.
 *
 * @throws {ReproError} if `perm` is not a permutation.
 *
 * @example
 * ```ts
 * import { inversePermutation } from "gnn-repro/graph";
 * if (inversePermutation(Uint32Array.of(1, 2, 0)).join() !== "2,0,1") throw new Error("not the inverse");
 * ```
 */
export function inversePermutation(perm: Uint32Array): Uint32Array {
  assertPermutation(perm, perm.length);
  const inverse = new Uint32Array(perm.length);
  for (let old = 0; old < perm.length; old++) inverse[perm[old]] = old;
  return inverse;
}
