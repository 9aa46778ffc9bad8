/**
 * Hit rates of hetu-gnn Figure 8 under several orders of ids, and under other choices of the simulation.
 *
 * @module
 */
import { findOrdering } from "../../../graph/orderings/mod.ts";
import type { Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { diagonalShare, meanColumnGap } from "./entry_clustering.ts";
import { type CacheSetting, hitRateFacts, hitRates, RATE_METRICS } from "./hit_rates.ts";
import { ORDERED_GRAPHS, SWEPT_ORDERS, sweptDataset, sweptId, type SweptScales } from "./id_orders.ts";
import { orderedMatrix } from "./ordered_matrix.ts";
import { CACHE_SETTINGS, IDS_SUITE, settingId, SWEPT_SETTING } from "./swept_rates.ts";
import { CLAIMED_ORDERINGS, NATURAL, type VertexOrdering } from "./vertex_orderings.ts";

/** A graph under an order of ids, or under other choices of the simulation. */
interface RateWorkload extends Workload {
  /** Choices of the simulation. */
  readonly setting: CacheSetting;
}

/** Stand-ins that are simulated in a second or less. */
const SCALES: SweptScales = {
  reddit: { smoke: 1024, standard: 64, paper: 16 },
  archaea: { smoke: 8192, standard: 256, paper: 32 },
};

const METRICS = {
  ...RATE_METRICS,
  diagonal_share: { label: "entries within two diagonal blocks", unit: "%" },
  mean_column_gap: { label: "mean column gap within a row", unit: "columns", better: "lower" },
} as const satisfies Metrics;

const factorsOf = ({ width, warps, panelColumns: panel }: CacheSetting) => ({ width, warps, panel });

function workloads(profile: Profile): RateWorkload[] {
  return ORDERED_GRAPHS.flatMap((graph): RateWorkload[] => [
    ...SWEPT_ORDERS.map((order) => ({
      id: sweptId(graph, order),
      dataset: sweptDataset(graph, order, { scales: SCALES, profile }),
      setting: SWEPT_SETTING,
      factors: { graph, ...factorsOf(SWEPT_SETTING), random_ids: order.randomIds },
    })),
    ...CACHE_SETTINGS.map((setting) => ({
      id: settingId(graph, setting),
      dataset: sweptDataset(graph, { ids: "shuffled" }, { scales: SCALES, profile }),
      setting,
      factors: { graph, ...factorsOf(setting) },
    })),
  ]);
}

/** Simulated hit rates by vertex ordering, order of ids and choice of the simulation. */
export const figure8Ids: Suite<RateWorkload, VertexOrdering, typeof METRICS> = {
  id: IDS_SUITE,
  artifact: "Figure 8",
  title: "Hit rates under other orders of ids",
  question: "From which share of random ids on does an ordering raise the hit rate of the graph as it comes?",
  contenders: CLAIMED_ORDERINGS,
  baseline: NATURAL,
  workloads,
  settings: {
    "orders of ids": "by community; the same with 10, 50 and 90 % of the vertices at random places; random",
    "simulation": "32 warps a multiprocessor, 128 columns, panels of 32; on random ids each also otherwise",
  },
  measurement: {
    kind: "exact",
    count: async (lab, dataset, { setting }, { id }) => {
      const matrix = await lab.once(orderedMatrix, dataset, { ordering: id });
      const identity = { ordering: id, parameters: findOrdering(id).parameters };
      return {
        ...hitRateFacts(await hitRates(lab, dataset, { matrix, identity, setting })),
        diagonal_share: 100 * diagonalShare(matrix),
        mean_column_gap: meanColumnGap(matrix),
      };
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "l2_hit_rate", x: "random_ids", xUnit: "%", facet: "graph" },
    { metric: "l1_hit_rate", x: "random_ids", xUnit: "%", facet: "graph" },
    { metric: "diagonal_share", x: "random_ids", xUnit: "%", facet: "graph" },
    { metric: "l2_hit_rate", x: "workload" },
  ],
  notes: [
    "What order the published files have is not known. A claim about hit rates is decided where its sign is " +
    "one under all orders of ids and all choices of the simulation; else the place where it turns is the " +
    "finding.",
    "The graph is the same under every order of ids; orderings are computed anew on each. Choices of the " +
    "simulation change one at a time, on random ids: 8 and 16 warps a multiprocessor, 602 columns, and " +
    "whole rows.",
    "The first two panels of columns are simulated; others come after them. Caches are scaled as the " +
    "features are. Where less than one warp a multiprocessor would be left, " +
    "multiprocessors are merged.",
    "An ordering may at most find the communities again, by which ids are sorted at 0 %.",
  ],
  claims: [],
};
