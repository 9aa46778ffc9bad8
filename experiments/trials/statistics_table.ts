/**
 * Tables of data set statistics, as each paper prints one: sizes of its graphs, counted on what this harness
 * loads.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Facts, Metrics } from "../metrics.ts";
import type { Suite } from "../suite.ts";

/** Sizes of a graph that every paper prints. */
export const GRAPH_SIZES = {
  vertices: { label: "vertices", unit: "vertices" },
  edges: { label: "edges", unit: "edges" },
} as const satisfies Metrics;

/** Sizes of a graph with those of its features and labels. */
export const DATASET_SIZES = {
  ...GRAPH_SIZES,
  features: { label: "features", unit: "features" },
  classes: { label: "classes", unit: "classes" },
} as const satisfies Metrics;

/** Note of a table whose graphs may be stand-ins. */
export const STAND_IN_SIZES =
  "A stand-in at 1/s has V/s vertices and E/s edges: its counts are shown, not judged.";

/** Contents of one paper's table: its graphs, its way of counting edges, and its columns. */
export interface StatisticsTable<W extends Workload, M extends Metrics> extends
  Pick<
    Suite<W, Contender, M>,
    "id" | "artifact" | "workloads" | "settings" | "metrics" | "notes" | "publishedAs"
  > {
  /** Counts a loaded graph as the paper does. */
  count(dataset: LoadedDataset, workload: W): Facts<NoInfer<M>>;
}

/** Suite that counts the graphs of a paper's table of statistics. It decides no claim. */
export function statisticsTable<W extends Workload, M extends Metrics>(
  { count, ...table }: StatisticsTable<W, M>,
): Suite<W, Contender, M> {
  return {
    ...table,
    title: "Data set statistics",
    question: "Do the graphs that this harness loads have the printed sizes?",
    contenders: [{ id: "loaded", label: "as loaded" }],
    baseline: "loaded",
    measurement: {
      kind: "exact",
      count: (_lab, dataset, workload) => Promise.try(count, dataset, workload),
    },
    plots: [],
    claims: [],
  };
}
