/**
 * Density of a graph beside the printed one's: what a stand-in has to keep for claims about orderings and
 * tiles to mean something.
 *
 * @module
 */
import { datasetRecord } from "../../datasets/registry.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { Trial } from "../measurement.ts";
import type { Breakdown, Facts, Metrics } from "../metrics.ts";
import { atLeast, atMost, type PremiseCondition } from "../premises/condition.ts";
import { workloadMetric } from "../premises/quantities.ts";
import type { GraphId } from "./paper_graphs.ts";

/** Metrics of a graph's density. */
export const DENSITY_METRICS = {
  edges_over_square: { label: "edges over V^2", unit: "1", shown: false },
  degree_over_printed: { label: "mean degree over the printed", unit: "1", shown: false },
} as const satisfies Metrics;

/** Vertices and edges that the paper prints of a graph, self-loops among them. */
export function printedCounts(graph: GraphId): { readonly vertices: number; readonly edges: number } {
  return datasetRecord(graph).printed.find(({ paper }) => paper === "hetu-gnn")!;
}

/** Density of an adjacency with self-loops. */
export function densityFacts(adjacency: CsrMatrix, graph: GraphId): Facts<typeof DENSITY_METRICS> {
  const { rows } = adjacency, entries = nnz(adjacency), { vertices, edges } = printedCounts(graph);
  return {
    edges_over_square: entries / rows ** 2,
    degree_over_printed: (entries / rows) / (edges / vertices),
  };
}

/** Workloads by id, each with its graph, whose rows of one contender have the quantities of a premise. */
export interface RegimeRows {
  /** Graph of each workload. */
  readonly graphs: Readonly<Record<string, GraphId>>;
  /** Contender that has the rows. */
  readonly contender: string;
}

/** Most edges over V^2: beyond it every tile of a graph is filled. */
const MOST_DENSITY = 0.01;
/** Least mean degree over the printed one. */
const LEAST_DEGREE = 0.8;

/**
 * Name of the smallest stand-in that is sparse enough: V/s vertices with E/s edges are s times as dense as
 * the original.
 */
export function sparseStandIn(graph: GraphId): string {
  const { vertices, edges } = printedCounts(graph);
  return `${graph}@1/${Math.floor(10 * MOST_DENSITY * vertices ** 2 / edges) / 10}`;
}

/** Condition that graphs are as sparse as they have to be. */
export function sparseGraphs({ graphs, contender }: RegimeRows): PremiseCondition {
  return atMost(MOST_DENSITY, {
    name: "edges over V^2",
    readings: workloadMetric("edges_over_square", Object.keys(graphs), contender),
    elsewhere: [...new Set(Object.values(graphs))].map(sparseStandIn).join(" and "),
  });
}

/** Condition that vertices have as many neighbours as in the paper. */
export function printedDegrees({ graphs, contender }: RegimeRows): PremiseCondition {
  return atLeast(LEAST_DEGREE, {
    name: "mean degree over the printed",
    readings: workloadMetric("degree_over_printed", Object.keys(graphs), contender),
    elsewhere: "a stand-in with room for all edges (--profile standard)",
  });
}

/** The same trial, which also has the quantities of premises among its rows, measured before its rounds. */
export function withRegime<M extends Metrics>(trial: Trial<M>, regime: () => Promise<Facts>): Trial<M> {
  return {
    ...trial,
    prepare: async (extent) => {
      const prepared = await trial.prepare(extent);
      return {
        ...prepared,
        breakdown: async () => {
          const { times, facts }: Breakdown = await prepared.breakdown?.() ?? { times: {} };
          return { times, facts: { ...facts, ...await regime() } };
        },
      };
    },
  };
}
