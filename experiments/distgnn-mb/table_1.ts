/**
 * distgnn-mb Table 1: statistics of its graphs, counted on those that this harness loads.
 *
 * @module
 */
import { DATASET_SIZES, statisticsTable } from "../trials/statistics_table.ts";
import { GRAPH_IDS, paperName, SCALE_NOTES, scaledGraph } from "./scaled_graphs.ts";

/** distgnn-mb Table 1: sizes of the graphs. */
export const table1 = statisticsTable({
  id: "distgnn-mb/table-1",
  artifact: "Table 1",
  workloads: (profile) =>
    GRAPH_IDS.map((id) => ({ id, dataset: scaledGraph(profile, id).dataset, factors: {} })),
  settings: { "edges": "stored entries of the adjacency: an undirected edge has two" },
  count: ({ counts: { vertices, storedEdges }, featureWidth, classes, split }) => ({
    vertices,
    edges: storedEdges,
    features: featureWidth ?? 0,
    classes: classes ?? 0,
    ...(split && { train_vertices: split.train.length, test_vertices: split.test.length }),
  }),
  metrics: {
    ...DATASET_SIZES,
    train_vertices: { label: "training vertices", unit: "train vertices" },
    test_vertices: { label: "test vertices", unit: "test vertices" },
  },
  notes: [
    ...SCALE_NOTES,
    "Counts of a stand-in are shown, not judged. Random features, where a graph has none, are as wide as " +
    "printed.",
  ],
  publishedAs: ({ id }, _contender, metric) => ({ metric, dataset: paperName(id) }),
});
