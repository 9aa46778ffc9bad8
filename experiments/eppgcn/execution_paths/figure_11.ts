/**
 * eppgcn Figure 11: memory and speed of execution paths in deeper models.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { paperGraph, wholeGraphInProfile } from "../paper_graphs.ts";
import { type DeepModel, DEPTH_METRICS, DEPTHS, measureDepth } from "./depth_costs.ts";
import { CLAIMS, CONTENDER, DATASETS } from "./figure_11_claims.ts";
import { OVERHEAD_NOTE, SMALLEST } from "./measured_memory.ts";
import { SHARE_OF_TENSORS } from "./added_memory.ts";

const GROUPING = "linear-regression";

/** Memory and speed of execution paths by the depth of the model. */
export const figure11: Suite<DeepModel, Contender, typeof DEPTH_METRICS> = {
  id: "eppgcn/figure-11",
  artifact: "Figure 11",
  title: "More layers",
  question: "What do execution paths cost and gain when the model has up to six layers?",
  contenders: [{ id: CONTENDER, label: "EPPGCN", factors: { grouping: GROUPING } }],
  baseline: CONTENDER,
  workloads: (profile) =>
    DATASETS.flatMap((id) =>
      DEPTHS.map((layers) => ({
        id: `${id}:L${layers}`,
        graph: paperGraph(id),
        dataset: wholeGraphInProfile(id, profile),
        otherDatasets: [SMALLEST],
        model: "GCN",
        layers,
        factors: { layers },
      }))
    ),
  settings: {
    "training set": "10 % of the vertices, drawn uniformly",
    "hidden units": "16",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
    "memory": "model M7",
    "time": "every hop's product once, those of a model added; kernel neighbor-group, by rows on CPU threads",
  },
  measurement: { kind: "joint", measure: measureDepth },
  metrics: DEPTH_METRICS,
  plots: [
    { metric: "memory_overhead", x: "layers", facet: "dataset" },
    { metric: "speedup", x: "layers", facet: "dataset" },
    { metric: "edge_share", x: "layers", facet: "dataset" },
  ],
  notes: [
    "A hop's product is the same in a model of any depth, so that each is timed once and a model is their sum. Without a GPU " +
    "products have no groups.",
    OVERHEAD_NOTE,
    "Paths that have become the whole graph are counted once a layer, as the paper's system stores them.",
  ],
  publishedAs: ({ graph, layers }, _contender, metric) =>
    metric === "memory_overhead_per_layer" && layers > DEPTHS[0]
      ? {
        metric,
        dataset: graph.name,
        model: "GCN",
        config: { grouping: GROUPING },
        shownBecause: SHARE_OF_TENSORS,
      }
      : undefined,
  claims: CLAIMS,
};
