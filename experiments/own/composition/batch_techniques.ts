/**
 * Techniques of mini-batch training that the experiment composes, and the predicted signs of their pairs.
 *
 * @module
 */
import type { Prediction } from "./stated_predictions.ts";

/** Ids of the techniques. */
export const MAP = "fused-map",
  MATCH = "match",
  REORDER = "reorder",
  CACHE = "cache",
  KERNEL = "memory-aware";

/** Techniques by id, with their names for readers. */
export const BATCH_TECHNIQUES: Readonly<Record<string, string>> = {
  [MAP]: "Fused-Map (fastgl)",
  [MATCH]: "Match (fastgl)",
  [REORDER]: "Reorder (fastgl)",
  [CACHE]: "static cache (GNNLab)",
  [KERNEL]: "memory-aware kernel (fastgl)",
};

const OTHER_PARTS = "they shorten different parts of an epoch.";

/** Predictions for all pairs. */
export const BATCH_PREDICTIONS: readonly Prediction[] = [
  { pair: [MAP, MATCH], sign: 1, why: OTHER_PARTS },
  { pair: [MAP, REORDER], sign: 0, why: "Reorder alone saves nothing on the average of the others' loads." },
  { pair: [MAP, CACHE], sign: 1, why: OTHER_PARTS },
  { pair: [MAP, KERNEL], sign: 1, why: OTHER_PARTS },
  {
    pair: [MATCH, REORDER],
    sign: 1,
    why: "Reorder brings mini-batches together that have vertices in common, which Match alone can use.",
  },
  {
    pair: [MATCH, CACHE],
    sign: -1,
    why: "hot vertices are in most mini-batches: what the cache holds Match would have kept.",
  },
  { pair: [MATCH, KERNEL], sign: 1, why: OTHER_PARTS },
  {
    pair: [REORDER, CACHE],
    sign: -1,
    why: "vertices that neighbouring mini-batches have in common are mostly hot, and cached already.",
  },
  { pair: [REORDER, KERNEL], sign: 0, why: "Reorder changes no mini-batch, only their order." },
  { pair: [CACHE, KERNEL], sign: 1, why: OTHER_PARTS },
];
