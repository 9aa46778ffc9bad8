/**
 * Measures of a graph's structure in a few numbers, for comparing a stand-in with the graph that it
 * represents.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import { degreeStatistics } from "../graph/degrees.ts";
import { kHopGrowth } from "../graph/k_hop.ts";
import { rabbit } from "../graph/orderings/rabbit.ts";
import { permuteSymmetric } from "../graph/permute.ts";
import { lruHitRate, reuseDistances } from "../graph/reuse_distance.ts";
import { fillHistogram, tileGrid } from "../graph/tiles.ts";
import { clusteringCoefficient } from "./clustering_coefficient.ts";

/** Measures that depend on the order of the ids. */
export interface OrderMeasures {
  /** Shares of the entries in 32 x 32 tiles that are filled up to 1 %, from there to 5 %, and above. */
  readonly fill: readonly [sparse: number, middle: number, dense: number];
  /** Shares of an SpMM's reads that an LRU cache of V/64, V/16 and V/4 feature rows serves. */
  readonly hits: readonly [small: number, middle: number, large: number];
}

/** Structure of a graph in numbers. */
export interface GraphMeasures {
  /** Mean degree. */
  readonly meanDegree: number;
  /** Median degree. */
  readonly medianDegree: number;
  /** Greatest degree. */
  readonly maxDegree: number;
  /** Gini coefficient of the degrees. */
  readonly gini: number;
  /** Mean local clustering coefficient, of a sample in a large graph. */
  readonly clustering: number;
  /** Mean number of vertices within 1, 2 and 3 hops of a sample, as shares of all. */
  readonly within: readonly [one: number, two: number, three: number];
  /** Measures with the ids as they are. */
  readonly asNumbered: OrderMeasures;
  /** Measures after Rabbit order: an ordering's potential, independent of the ids. */
  readonly reordered: OrderMeasures;
}

/** Bounds of the three fill classes; both are bounds of {@link fillHistogram}. */
const MIDDLE_FILL = 0.01, DENSE_FILL = 0.05;

function measureOrder(graph: CsrMatrix, seed: number): OrderMeasures {
  const entries = Math.max(1, nnz(graph));
  const bins = fillHistogram(tileGrid(graph));
  const share = (over: number, upTo: number) =>
    bins.reduce((sum, bin) => bin.over >= over && bin.upTo <= upTo ? sum + bin.nnz : sum, 0) / entries;
  const reuse = reuseDistances(graph, { seed });
  const hits = (part: number) => lruHitRate(reuse, graph.rows / part);
  return {
    fill: [share(0, MIDDLE_FILL), share(MIDDLE_FILL, DENSE_FILL), share(DENSE_FILL, 1)],
    hits: [hits(64), hits(16), hits(4)],
  };
}

/**
 * Measures a square matrix. Reuse is sampled above 2^22 entries, neighbourhoods start from 64 vertices,
 * clustering from 2,048; the same seed gives the same numbers. Dominated by Rabbit order, near-linear in
 * entries.
 *
 * @throws {ReproError} if the matrix is not square.
 */
export function measureGraph(graph: CsrMatrix, seed: number = 1): GraphMeasures {
  const { mean, median, max, gini } = degreeStatistics(graph);
  const [one, two, three] = kHopGrowth(graph, { hops: 3, seed }).mean.map((size) =>
    size / Math.max(1, graph.rows)
  );
  return {
    meanDegree: mean,
    medianDegree: median,
    maxDegree: max,
    gini,
    clustering: clusteringCoefficient(graph, { seed }),
    within: [one, two, three],
    asNumbered: measureOrder(graph, seed),
    reordered: measureOrder(permuteSymmetric(graph, rabbit.compute(graph, { seed }).perm), seed),
  };
}
