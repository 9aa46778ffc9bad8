/**
 * hetu-gnn Table 3: the statistics of its four graphs, counted on what this harness loads.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";
import { GRAPH_IDS, type GraphId, GRAPHS } from "./paper_graphs.ts";

/** Stored entries of A + I: a loop that A already has is not doubled. */
function entriesWithSelfLoops(graph: CsrMatrix): number {
  let loops = 0;
  for (let v = 0; v < graph.rows; v++) {
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) if (graph.colIdx[e] === v) loops++;
  }
  return nnz(graph) + graph.rows - loops;
}

/** One of the graphs. */
interface LoadedGraph extends Workload {
  /** Graph that is loaded. */
  readonly graph: GraphId;
}

const METRICS = {
  vertices: { label: "vertices", unit: "vertices", better: "neither" },
  edges: { label: "edges", unit: "edges", better: "neither" },
  features: { label: "features", unit: "features", better: "neither" },
  classes: { label: "classes", unit: "classes", better: "neither" },
} as const satisfies Metrics;

/** Sizes of the four graphs. */
export const table3: Suite<LoadedGraph, Contender, typeof METRICS> = {
  id: "hetu-gnn/table-3",
  paper: "hetu-gnn",
  artifact: "Table 3",
  title: "Data set statistics",
  question: "Do the graphs that this harness loads have the printed sizes?",
  contenders: [{ id: "loaded", label: "as loaded" }],
  baseline: "loaded",
  workloads: () => GRAPH_IDS.map((graph) => ({ id: graph, dataset: graph, graph, factors: {} })),
  settings: { "edges": "stored entries of the adjacency, self-loops added as the paper does" },
  measurement: {
    kind: "exact",
    count: (_lab, { graph, featureWidth = 0, classes = 0 }) =>
      Promise.resolve({
        vertices: graph.rows,
        edges: entriesWithSelfLoops(graph),
        features: featureWidth,
        classes,
      }),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "A stand-in at 1/s has V/s vertices and E/s edges: its counts are shown, not judged.",
    "The printed edge count of Products is 128 below both directions plus self-loops.",
  ],
  publishedAs: ({ graph }, _contender, metric) => ({ metric, dataset: GRAPHS[graph].name }),
  claims: [],
};
