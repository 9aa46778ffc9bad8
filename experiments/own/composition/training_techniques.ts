/**
 * Techniques of full-batch training that the experiment composes, and the predicted signs of their pairs.
 *
 * @module
 */
import type { Prediction } from "./stated_predictions.ts";

/** Ids of the techniques. */
export const ORDERING = "ordering", TILES = "tiles", PATHS = "paths", NARROWING = "narrowing";

/** Techniques by id, with their names for readers. */
export const TRAINING_TECHNIQUES: Readonly<Record<string, string>> = {
  [ORDERING]: "METIS ordering (hetu-gnn)",
  [TILES]: "tile kernel (hetu-gnn)",
  [PATHS]: "execution paths (eppgcn)",
  [NARROWING]: "combination before aggregation (eppgcn)",
};

/** Predictions for all pairs. */
export const TRAINING_PREDICTIONS: readonly Prediction[] = [
  {
    pair: [ORDERING, TILES],
    sign: 1,
    why: "the ordering gathers edges into tiles that are dense enough for the kernel's dense path.",
  },
  {
    pair: [ORDERING, PATHS],
    sign: -1,
    why: "paths leave out most of the backward products, on whose accesses the ordering would save.",
  },
  {
    pair: [ORDERING, NARROWING],
    sign: -1,
    why: "narrow rows need fewer bytes, on whose accesses the ordering would save.",
  },
  {
    pair: [TILES, PATHS],
    sign: -1,
    why: "the kernel has fewer and shorter products left to speed up.",
  },
  {
    pair: [TILES, NARROWING],
    sign: -1,
    why: "both shorten the products of the first layer: little is left of what the other saves.",
  },
  {
    pair: [PATHS, NARROWING],
    sign: 1,
    why:
      "combined first, the first layer has a backward aggregation, which paths shorten; aggregated first, it has none.",
  },
];
