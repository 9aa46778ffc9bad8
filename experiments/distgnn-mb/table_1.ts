/**
 * distgnn-mb Table 1: statistics of its graphs, counted on those that this harness loads.
 *
 * @module
 */
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import { GRAPH_IDS, type GraphId, paperName, SCALE_NOTES, scaledGraph } from "./scaled_graphs.ts";

interface GraphWorkload extends Workload {
  readonly id: GraphId;
}

const METRICS = {
  vertices: { label: "vertices", unit: "vertices", better: "neither" },
  edges: { label: "edges", unit: "edges", better: "neither" },
  features: { label: "features", unit: "features", better: "neither" },
  classes: { label: "classes", unit: "classes", better: "neither" },
  train_vertices: { label: "training vertices", unit: "train vertices", better: "neither" },
  test_vertices: { label: "test vertices", unit: "test vertices", better: "neither" },
} as const satisfies Metrics;

/** distgnn-mb Table 1: sizes of the graphs. */
export const table1: Suite<GraphWorkload, Contender, typeof METRICS> = {
  id: "distgnn-mb/table-1",
  paper: "distgnn-mb",
  artifact: "Table 1",
  title: "Data set statistics",
  question: "Do the graphs that this harness loads have the printed sizes?",
  contenders: [{ id: "loaded", label: "as loaded" }],
  baseline: "loaded",
  workloads: (profile) =>
    GRAPH_IDS.map((id) => ({ id, dataset: scaledGraph(profile, id).dataset, factors: {} })),
  settings: { "edges": "stored entries of the adjacency: an undirected edge has two" },
  measurement: {
    kind: "exact",
    count: (_lab, { counts: { vertices, storedEdges }, featureWidth, classes, split }) =>
      Promise.resolve({
        vertices,
        edges: storedEdges,
        features: featureWidth ?? 0,
        classes: classes ?? 0,
        ...(split && { train_vertices: split.train.length, test_vertices: split.test.length }),
      }),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    ...SCALE_NOTES,
    "Counts of a stand-in are shown, not judged. Random features, where a graph has none, are as wide as " +
    "printed.",
  ],
  publishedAs: ({ id }, _contender, metric) => ({ metric, dataset: paperName(id) }),
  claims: [],
};
