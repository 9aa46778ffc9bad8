/**
 * SpMM times of hetu-gnn Figure 8 under several orders of ids.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { WIDTH } from "../paper_graphs.ts";
import {
  ORDERED_GRAPHS,
  type OrderedGraphId,
  SWEPT_ORDERS,
  sweptDataset,
  sweptId,
  type SweptScales,
} from "./id_orders.ts";
import { LEAD_METRICS, measureLeads } from "./ordering_leads.ts";
import { TIMES_SUITE } from "./swept_times.ts";
import { CLAIMED_ORDERINGS, NATURAL, type VertexOrdering } from "./vertex_orderings.ts";

/** Stand-ins that take seconds; at `paper` the smallest with room for the printed gain. */
const SCALES: SweptScales = {
  reddit: { smoke: 1024, standard: 16, paper: 4 },
  archaea: { smoke: 8192, standard: 256, paper: 16 },
};

/** Graphs by profile: below `paper` Reddit's features lie in the caches, whatever the order of its ids. */
function timedGraphs({ id }: Pick<Profile, "id">): readonly OrderedGraphId[] {
  return id === "standard" ? ["archaea"] : ORDERED_GRAPHS;
}

/** SpMM times by vertex ordering and order of ids. */
export const figure8Times: Suite<Workload, VertexOrdering, typeof LEAD_METRICS> = {
  id: TIMES_SUITE,
  artifact: "Figure 8",
  title: "SpMM times under other orders of ids",
  question: "From which share of random ids on is a reordered product faster than the graph as it comes?",
  contenders: CLAIMED_ORDERINGS,
  baseline: NATURAL,
  workloads: (profile) =>
    timedGraphs(profile).flatMap((graph) =>
      SWEPT_ORDERS.map((order) => ({
        id: sweptId(graph, order),
        dataset: sweptDataset(graph, order, { scales: SCALES, profile }),
        factors: { graph, width: WIDTH, random_ids: order.randomIds },
      }))
    ),
  settings: {
    "orders of ids": "by community; the same with 10, 50 and 90 % of the vertices at random places; random",
    "feature width": String(WIDTH),
    "kernel": "row-split",
  },
  measurement: { kind: "joint", measure: measureLeads },
  metrics: LEAD_METRICS,
  plots: [
    { metric: "speedup", x: "random_ids", xUnit: "%", facet: "graph" },
    { metric: "time", x: "random_ids", xUnit: "%", facet: "graph" },
  ],
  notes: [
    "Few rounds: an order of ids speaks for a claim where all of them do, and against it where all of them " +
    "are against it. The rounds that decide are those of Figure 8; this sweep can only take an answer away.",
    "The graph is the same under every order of ids; orderings are computed anew on each.",
    "An ordering may at most find the communities again, by which ids are sorted at 0 %: there it has " +
    "nothing to gain, whatever the device.",
    "Reddit is swept in the profile `paper` alone, since its smaller stand-ins lie in a CPU's caches.",
  ],
  claims: [],
};
