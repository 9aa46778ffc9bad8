/**
 * distgnn-mb Table 1: the statistics of its graphs, counted on what this harness loads.
 *
 * @module
 */
import { GRAPH_IDS, PAPER_NAMES, SCALE_NOTES, scaledGraph } from "./scaled_graphs.ts";
import type { TextSuite } from "../text_suite.ts";

/** The suite. */
export const table1: TextSuite = {
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
      Promise.resolve([
        { metric: "vertices", unit: "vertices", value: vertices },
        { metric: "edges", unit: "edges", value: storedEdges },
        { metric: "features", unit: "features", value: featureWidth ?? 0 },
        { metric: "classes", unit: "classes", value: classes ?? 0 },
        ...(split
          ? [
            { metric: "train_vertices", unit: "train vertices", value: split.train.length },
            { metric: "test_vertices", unit: "test vertices", value: split.test.length },
          ]
          : []),
      ]),
  },
  metrics: [
    { id: "vertices", label: "vertices", unit: "vertices", better: "neither" },
    { id: "edges", label: "edges", unit: "edges", better: "neither" },
    { id: "features", label: "features", unit: "features", better: "neither" },
    { id: "classes", label: "classes", unit: "classes", better: "neither" },
    { id: "train_vertices", label: "training vertices", unit: "train vertices", better: "neither" },
    { id: "test_vertices", label: "test vertices", unit: "test vertices", better: "neither" },
  ],
  plots: [],
  notes: [
    ...SCALE_NOTES,
    "Counts of a stand-in are shown, not judged. Random features, where a graph has none, are as wide as printed.",
  ],
  publishedAs: ({ id }, _contender, metric) => ({ metric, dataset: PAPER_NAMES[id] }),
  claims: [],
};
