/**
 * roc Table 4: statistics of its four graphs, counted on what this harness loads.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import { DATASET_SIZES, STAND_IN_SIZES, statisticsTable } from "../trials/statistics_table.ts";

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

/** Counts the graphs of the paper as they are loaded. */
export const table4 = statisticsTable({
  id: "roc/table-4",
  artifact: "Table 4",
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
  count: ({ counts: { vertices, storedEdges }, featureWidth, classes }, { loops }) => ({
    vertices,
    edges: storedEdges + (loops ? vertices : 0),
    features: featureWidth ?? 0,
    classes: classes ?? 0,
  }),
  metrics: DATASET_SIZES,
  notes: [
    "PPI is printed with 700 features; the published set has 50.",
    STAND_IN_SIZES,
  ],
  publishedAs: ({ name }, _contender, metric) => ({ metric, dataset: name }),
});
