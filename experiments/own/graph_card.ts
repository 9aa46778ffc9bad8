/**
 * Structure of a graph in numbers: degrees, clustering, and the locality of its ids.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { measureGraph } from "../../datasets/graph_measures.ts";
import { denseShare, tileGrid } from "../../graph/tiles.ts";
import { lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import { THRESHOLD } from "../../kernels/spmm/block_sparse/kernel.ts";
import type { Lab } from "../lab.ts";
import type { Facts, Metrics } from "../metrics.ts";

/** Metrics of a graph's structure. */
export const GRAPH_CARD_METRICS = {
  vertices: { label: "vertices", unit: "1" },
  stored_edges: { label: "stored edges", unit: "1" },
  mean_degree: { label: "mean degree", unit: "1" },
  median_degree: { label: "median degree", unit: "1" },
  max_degree: { label: "largest degree", unit: "1" },
  degree_gini: { label: "Gini coefficient of the degrees", unit: "1" },
  clustering: { label: "clustering coefficient", unit: "1" },
  cached_reads: { label: "reads served by a cache of 1/16 of the feature rows", unit: "%", better: "higher" },
  cached_reads_rabbit: { label: "the same after Rabbit order", unit: "%", better: "higher" },
  dense_entries: {
    label: `entries in tiles that are ${THRESHOLD.default} % full`,
    unit: "%",
    better: "higher",
  },
  features_over_cache: { label: "feature bytes over last-level cache bytes", unit: "1" },
} as const satisfies Metrics;

/** Greatest number of entries of a graph whose locality is also measured in Rabbit order. */
const MOST_REORDERED = 5_000_000;

/** Measures the structure of a graph whose products have features of a width. */
export function graphCard(
  { seed, device }: Lab,
  { graph, counts }: LoadedDataset,
  { width }: { readonly width: number },
): Facts<typeof GRAPH_CARD_METRICS> {
  const measures = measureGraph(graph, { seed, maxReordered: MOST_REORDERED });
  const { meanDegree, medianDegree, maxDegree, gini, clustering, asNumbered, reordered } = measures;
  return {
    vertices: counts.vertices,
    stored_edges: counts.storedEdges,
    mean_degree: meanDegree,
    median_degree: medianDegree,
    max_degree: maxDegree,
    degree_gini: gini,
    clustering,
    cached_reads: 100 * asNumbered.hits[1],
    ...(reordered && { cached_reads_rabbit: 100 * reordered.hits[1] }),
    dense_entries: 100 * denseShare(tileGrid(graph), THRESHOLD.default / 100).denseNnzShare,
    ...(device.backend !== "webgpu" &&
      { features_over_cache: 4 * graph.cols * width / lastLevelCacheBytes() }),
  };
}
