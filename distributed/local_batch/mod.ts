/**
 * Mini-batches on a rank: solid vertices are computed, halo vertices come from the cache or are dropped.
 *
 * @module
 */
export { haloSources, type LocalBatch, localBatch, type LocalBlock } from "./local_batch.ts";
export { type ReceivedBlock, withoutMisses } from "./missed_sources.ts";
