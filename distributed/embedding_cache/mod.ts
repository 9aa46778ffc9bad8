/**
 * Caches of other ranks' embeddings.
 *
 * @module
 */
export {
  type EmbeddingCacheContent,
  type EmbeddingCacheCounts,
  type EmbeddingCacheOptions,
  HistoricalEmbeddingCache,
  type LifeSpanUnit,
  MISS,
} from "./historical_embedding_cache.ts";
