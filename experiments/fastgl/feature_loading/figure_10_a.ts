/**
 * fastgl Figure 10a: the memory IO of an epoch against the share of features that a static cache holds, with
 * the cache alone and with Match and Reorder beside it.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { LINK_NOTES } from "../links/loading_links.ts";
import { FASTGL } from "../policies.ts";
import {
  FANOUTS,
  LEAST_BATCH,
  type SampledGraph,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
} from "../sampling_graphs.ts";
import {
  CACHE_ALONE,
  CACHE_RATIOS,
  CACHED_IO,
  cachedIo,
  CACHING_SYSTEMS,
  type CachingSystem,
} from "./cached_loading.ts";
import { cacheWorkload, FIGURE_10_A_CLAIMS } from "./figure_10_a_claims.ts";
import { MEMORY_IO_NOTES, MEMORY_IO_SETTINGS, MEMORY_IO_STACK } from "./memory_io_metrics.ts";
import { PRODUCTS } from "../training/training_workloads.ts";

/** Half of the scale at which one ratio is measured: all take turns, each with a cache of its own. */
const SCALE = 62;

/** Products with a cache of some ratio. */
interface CachedWorkload extends Workload {
  /** Graph at the scale of the profile. */
  readonly graph: SampledGraph;
  readonly factors: { readonly cacheRatio: number; readonly batch: number; readonly fanouts: string };
}

/** Memory IO of an epoch by cache ratio. */
export const figure10a: Suite<CachedWorkload, CachingSystem, typeof CACHED_IO> = {
  id: "fastgl/figure-10-a",
  artifact: "Figure 10",
  title: "Memory IO against cache ratio",
  sharesRounds: true,
  question:
    "How does memory IO fall as a static cache grows, with the cache alone and with Match and Reorder beside it?",
  contenders: CACHING_SYSTEMS,
  baseline: CACHE_ALONE.id,
  workloads: (profile) => {
    const scaled = sampledGraph(profile, PRODUCTS, { scale: SCALE });
    const graph = { ...scaled, batch: Math.max(scaled.batch, LEAST_BATCH[profile.id]) };
    return CACHE_RATIOS.map((ratio) => ({
      id: cacheWorkload(ratio),
      dataset: graph.dataset,
      model: "GCN",
      graph,
      factors: { cacheRatio: ratio, batch: graph.batch, fanouts: FANOUTS.join(",") },
    }));
  },
  settings: {
    ...SAMPLING_SETTINGS,
    ...MEMORY_IO_SETTINGS,
    "cache": "the vertices that mini-batches of an epoch sampled on trial need most often",
    "reorder": `${FASTGL.window} mini-batches at a time`,
  },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, { graph, factors: { cacheRatio } }, contenders) =>
      cachedIo(lab, dataset, { graph, cacheRatio, systems: contenders.map(({ id }) => id) }),
  },
  metrics: CACHED_IO,
  plots: [
    { metric: "memory_io_time", x: "cacheRatio" },
    { metric: "loaded", x: "cacheRatio" },
    { metric: "flip_link", x: "cacheRatio", logarithmic: true },
    { metric: "io_over_pcie_4", x: "cacheRatio" },
    { metric: "memory_io_time", x: "workload", stack: MEMORY_IO_STACK },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...MEMORY_IO_NOTES,
    ...LINK_NOTES,
    "How the cache is filled is not printed. The public code counts visits of mini-batches that are sampled on trial; what a cache " +
    "by degree would leave to copy is counted beside it.",
    "A cache ratio is the number of cached vertices over that of all vertices. As all rows of features have one size, it equals the paper's share of bytes.",
  ],
  claims: FIGURE_10_A_CLAIMS,
};
