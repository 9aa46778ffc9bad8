/**
 * fastgl Table 6: the statistics of its five graphs, counted on what this harness loads.
 *
 * @module
 */
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import { PAPER_NAMES, type SampledGraph, sampledGraphs, SAMPLING_NOTES } from "./sampling_graphs.ts";

/** A graph as a workload. */
interface GraphWorkload extends Workload {
  readonly graph: SampledGraph;
}

/**
 * Graphs whose printed edges are counted once for both directions; the other graphs are printed as they are
 * stored.
 */
const CITED_ONCE: ReadonlySet<string> = new Set(["ogbn-papers100m"]);

const METRICS = {
  vertices: { label: "vertices", unit: "vertices", better: "neither" },
  edges: { label: "edges", unit: "edges", better: "neither" },
  features: { label: "features", unit: "features", better: "neither" },
  classes: { label: "classes", unit: "classes", better: "neither" },
} as const satisfies Metrics;

/** Sizes of the graphs, counted. */
export const table6: Suite<GraphWorkload, Contender, typeof METRICS> = {
  id: "fastgl/table-6",
  paper: "fastgl",
  artifact: "Table 6",
  title: "Data set statistics",
  question: "Do the graphs that this harness loads have the printed sizes?",
  contenders: [{ id: "loaded", label: "as loaded" }],
  baseline: "loaded",
  workloads: (profile) =>
    sampledGraphs(profile).map((graph) => ({ id: graph.id, dataset: graph.dataset, factors: {}, graph })),
  settings: {
    "edges": "stored entries of the adjacency; of Papers100M one for both directions of a citation",
  },
  measurement: {
    kind: "exact",
    count: (_lab, { counts: { vertices, storedEdges, undirectedEdges }, denseFeatures }, { id, graph }) =>
      Promise.resolve({
        vertices,
        edges: CITED_ONCE.has(id) ? undirectedEdges : storedEdges,
        features: denseFeatures?.width ?? graph.featureWidth,
        classes: graph.classes,
      }),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    ...SAMPLING_NOTES,
    "Products is printed with 200 features; OGB distributes 100. Random features, where a graph has none, are as wide as " +
    "printed.",
    "A stand-in at 1/s has V/s vertices and E/s edges: its counts are shown, not judged.",
  ],
  publishedAs: ({ id }, _contender, metric) => ({ metric, dataset: PAPER_NAMES[id] }),
  claims: [],
};
