/**
 * Seeds of ranks.
 *
 * @module
 */

/** 2^32 divided by the golden ratio: spreads the seeds of ranks; that of rank 0 is the given seed. */
const GOLDEN = 0x9e3779b1;

/** Seed of a rank's own draws. */
export function rankSeed(seed: number, rank: number): number {
  return (seed + Math.imul(rank, GOLDEN)) >>> 0;
}
