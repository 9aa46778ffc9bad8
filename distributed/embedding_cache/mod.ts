/**
 * Embeddings of other ranks' vertices, kept for a while.
 *
 * @module
 */
export {
  type EmbeddingCacheCounts,
  type EmbeddingCacheOptions,
  HistoricalEmbeddingCache,
  type LifeSpanUnit,
  MISS,
} from "./historical_embedding_cache.ts";
