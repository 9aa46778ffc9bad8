/**
 * Last cache of an adapter, which WebGPU does not tell.
 *
 * @module
 */

const MIB = 2 ** 20;

/** Bytes of the L2 by the name of a card, from the makers' white papers on each architecture. */
const LAST_CACHES: readonly (readonly [name: RegExp, bytes: number])[] = [
  [/\b(GH200|H100|H200)\b/, 50 * MIB],
  [/\bA100\b/, 40 * MIB],
  [/\b(V100S?|RTX 3090|TITAN RTX)\b/, 6 * MIB],
  [/\bP100\b/, 4 * MIB],
];

/** Bytes of the last cache of a card that is not listed: between those of the listed ones. */
const UNLISTED_BYTES = 16 * MIB;

/** Bytes of the last cache of an adapter of a name; an assumption for cards that are not listed. */
export function lastCacheBytes(name: string): number {
  return LAST_CACHES.find(([known]) => known.test(name))?.[1] ?? UNLISTED_BYTES;
}
