/**
 * Products at another scale than that of most suites, for figures that measure it in many settings.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import { PRODUCTS } from "./training_workloads.ts";
import { PAPER_BATCH, type SampledGraph, sampledGraph } from "../sampling_graphs.ts";

/**
 * Products at `1/scale` in the standard profile, with mini-batches of 8000 seeds over the scale; elsewhere as
 * all suites have it.
 */
export function scaledProducts(profile: Profile, scale: number): SampledGraph {
  const graph = sampledGraph(profile, PRODUCTS);
  return profile.id === "standard"
    ? { ...graph, dataset: `${PRODUCTS}@1/${scale}`, batch: Math.round(PAPER_BATCH / scale) }
    : graph;
}
