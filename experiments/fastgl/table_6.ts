/**
 * fastgl Table 6: the statistics of its five graphs, counted on what this harness loads.
 *
 * @module
 */
import { DATASET_SIZES, STAND_IN_SIZES, statisticsTable } from "../trials/statistics_table.ts";
import { PAPER_NAMES, sampledGraphs, SAMPLING_NOTES } from "./sampling_graphs.ts";

/**
 * Graphs whose printed edges are counted once for both directions; the other graphs are printed as they are
 * stored.
 */
const CITED_ONCE: ReadonlySet<string> = new Set(["ogbn-papers100m"]);

/** Sizes of the graphs, counted. */
export const table6 = statisticsTable({
  id: "fastgl/table-6",
  artifact: "Table 6",
  workloads: (profile) =>
    sampledGraphs(profile).map((graph) => ({ id: graph.id, dataset: graph.dataset, factors: {}, graph })),
  settings: {
    "edges": "stored entries of the adjacency; of Papers100M one for both directions of a citation",
  },
  count: ({ counts: { vertices, storedEdges, undirectedEdges }, denseFeatures }, { id, graph }) => ({
    vertices,
    edges: CITED_ONCE.has(id) ? undirectedEdges : storedEdges,
    features: denseFeatures?.width ?? graph.featureWidth,
    classes: graph.classes,
  }),
  metrics: DATASET_SIZES,
  notes: [
    ...SAMPLING_NOTES,
    "Products is printed with 200 features; OGB distributes 100. Random features, where a graph has none, are as wide as " +
    "printed.",
    STAND_IN_SIZES,
  ],
  publishedAs: ({ id }, _contender, metric) => ({ metric, dataset: PAPER_NAMES[id] }),
});
