/**
 * eppgcn Table IV: the backward aggregation of DGL and of GNNAdvisor, on the whole graph and on path
 * matrices.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { trainedWorkloads } from "../training/trained_graphs.ts";
import {
  CONTENDERS,
  EPOCHS,
  LAYERS,
  measureSystems,
  PEER_PATHS,
  POLICY,
  SYSTEM_METRICS,
  type Variant,
} from "./backward_systems.ts";
import { CLAIMS } from "./table_4_claims.ts";

/** Backward aggregation of two systems on the whole graph and on path matrices. */
export const table4: Suite<GraphWorkload, Variant, typeof SYSTEM_METRICS> = {
  id: "eppgcn/table-4",
  artifact: "Table IV",
  title: "DGL and GNNAdvisor, original and on paths",
  decidesFrom: "paper",
  question: "What do path matrices gain in a system whose product knows no groups, and in one that does?",
  contenders: CONTENDERS,
  baseline: POLICY,
  workloads: trainedWorkloads,
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "widths": "classes in layer 1, 16 in layer 0: combined before aggregated, as in the public code",
    "path matrices": "rows N^k, columns N^(k-1)",
    "grouping":
      "GNNAdvisor: floor of the average degree; EPPGCN: the regression on a card, 32 on CPU threads",
  },
  measurement: { kind: "joint", measure: measureSystems },
  metrics: SYSTEM_METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "time", x: "workload", logarithmic: true },
  ],
  notes: [
    "Policy of DGL: one product of the best kernel that takes a matrix as it is, once a layer. It is not the system: the peer is.",
    "DGL multiplies as its GraphConv does (dgl.ops.copy_u_sum between two scalings by vertex), on path matrices too. It times " +
    "itself; what a call of it costs is that of a product with 64 vertices.",
    "GNNAdvisor is stood for by its neighbour groups on this device; on CPU threads they balance nothing. Improved, it has " +
    "structure-aware grouping too, as in Figure 9, whose speed-ups are these: DGL, which has no groups, gains less without it.",
    "The printed DGL times of the three smallest graphs are 0.75 ms a product, which is launch overhead.",
  ],
  publishedAs: ({ graph }, { id: contender, original, system }, metric) => {
    if (system === undefined) return undefined;
    const shared = { dataset: graph.name, model: "GCN" };
    if (metric === "time_of_training") {
      const config = { variant: original === undefined ? "original" : "improved", epochs: String(EPOCHS) };
      return { ...shared, metric: "backward_aggregation_time", system, config };
    }
    return metric === "speedup" && contender === PEER_PATHS
      ? { ...shared, metric: "backward_aggregation_speedup", system: "DGL+EPP vs DGL" }
      : undefined;
  },
  claims: CLAIMS,
};
