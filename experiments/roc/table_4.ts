/**
 * roc Table 4: statistics of its four graphs, counted on what this harness loads.
 *
 * @module
 */
import type { Contender, Workload } from "../cell.ts";
import type { Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";

/** A graph of the table. */
interface PrintedDataset extends Workload {
  /** Name in the paper, such as `Reddit`. */
  readonly name: string;
  /** Whether edges are printed with one self-loop a vertex. */
  readonly loops: boolean;
}

const dataset = (id: string, name: string, { loops }: { readonly loops: boolean }): PrintedDataset => ({
  id,
  dataset: id,
  factors: {},
  name,
  loops,
});

const METRICS = {
  vertices: { label: "vertices", unit: "vertices", better: "neither" },
  edges: { label: "edges", unit: "edges", better: "neither" },
  features: { label: "features", unit: "features", better: "neither" },
  classes: { label: "classes", unit: "classes", better: "neither" },
} as const satisfies Metrics;

/** Counts the graphs of the paper as they are loaded. */
export const table4: Suite<PrintedDataset, Contender, typeof METRICS> = {
  id: "roc/table-4",
  paper: "roc",
  artifact: "Table 4",
  title: "Data set statistics",
  question: "Do the graphs that this harness loads have the printed sizes?",
  contenders: [{ id: "loaded", label: "as loaded" }],
  baseline: "loaded",
  workloads: () => [
    dataset("pubmed", "Pubmed", { loops: true }),
    dataset("ppi", "PPI", { loops: false }),
    dataset("reddit", "Reddit", { loops: true }),
    dataset("amazon-he-mcauley", "Amazon", { loops: false }),
  ],
  settings: {
    "edges": "stored entries of the adjacency, self-loops added where the paper has them",
    "machine": "4 nodes of 2 CPUs with 10 cores, 256 GB and 4 Tesla P100 each",
    "links": "NVLink in a node, 100 Gb/s InfiniBand between nodes",
    "run length": "mean of 1000 iterations",
  },
  measurement: {
    kind: "exact",
    count: (_lab, { counts: { vertices, storedEdges }, featureWidth, classes }, { loops }) =>
      Promise.resolve({
        vertices,
        edges: storedEdges + (loops ? vertices : 0),
        features: featureWidth ?? 0,
        classes: classes ?? 0,
      }),
  },
  metrics: METRICS,
  plots: [],
  notes: [
    "PPI is printed with 700 features; the published set has 50.",
    "A stand-in at 1/s has V/s vertices and E/s edges: its counts are shown, not judged.",
  ],
  publishedAs: ({ name }, _contender, metric) => ({ metric, dataset: name }),
  claims: [],
};
