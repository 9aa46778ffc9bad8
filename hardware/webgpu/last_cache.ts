/**
 * Last cache of an adapter, which WebGPU does not tell.
 *
 * @module
 */

const MIB = 2 ** 20;

/** Bytes of the L2 by the name of a card: of the makers' white papers, an H200's as its driver tells. */
const LAST_CACHES: readonly (readonly [name: RegExp, bytes: number])[] = [
  [/\bH200\b/i, 60 * MIB],
  [/\b(GH200|H100)\b/i, 50 * MIB],
  [/\bA100\b/i, 40 * MIB],
  [/\b(V100S?|RTX.3090|TITAN.RTX)\b/i, 6 * MIB],
  [/\bP100\b/i, 4 * MIB],
];

/** Bytes of the last cache of a card that is not listed: between those of the listed ones. */
const UNLISTED_BYTES = 16 * MIB;

/** Bytes of the last cache of an adapter of a name; an assumption for cards that are not listed. */
export function lastCacheBytes(name: string): number {
  return LAST_CACHES.find(([known]) => known.test(name))?.[1] ?? UNLISTED_BYTES;
}
