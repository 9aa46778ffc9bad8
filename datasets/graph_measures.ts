/**
 * Measures of a graph's structure in a few numbers, for comparing a stand-in with the graph that it
 * represents.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import { degrees, degreeStatistics } from "../graph/degrees.ts";
import { kHopGrowth } from "../graph/k_hop.ts";
import { rabbit } from "../graph/orderings/rabbit.ts";
import { permuteSymmetric } from "../graph/permute.ts";
import { lruHitRate, reuseDistances, type ReuseOptions } from "../graph/reuse_distance.ts";
import { fillHistogram } from "../graph/tiles.ts";
import { clusteringCoefficient } from "./clustering_coefficient.ts";

/** Measures that depend on the order of the ids. */
export interface OrderMeasures {
  /** Shares of the entries in 32 x 32 tiles of each class of fill, as `fillHistogram` bounds the classes. */
  readonly tiles: readonly number[];
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
  /** Shares of the vertices of degree 0, 1, 2 to 3, 4 to 7, and so on by powers of two. */
  readonly degrees: readonly number[];
  /** Mean local clustering coefficient, of a sample in a large graph. */
  readonly clustering: number;
  /** Mean number of vertices within 1, 2 and 3 hops of a sample, as shares of all. */
  readonly within: readonly [one: number, two: number, three: number];
  /** Measures with the ids as they are. */
  readonly asNumbered: OrderMeasures;
  /** Measures after Rabbit order: an ordering's potential, independent of the ids; absent where skipped. */
  readonly reordered?: OrderMeasures;
}

/** Options of {@linkcode measureGraph}. */
export interface MeasureOptions {
  /** Seed of the samples; 1 by default. */
  readonly seed?: number;
  /** Greatest number of entries of a graph that is also measured in Rabbit order; unlimited by default. */
  readonly maxReordered?: number;
  /** Number of reads to which larger graphs are sampled down for hit rates; 2^22 by default. */
  readonly maxAccesses?: number;
}

/** Shares of the vertices by degree class. */
function degreeShares(graph: CsrMatrix): number[] {
  const shares: number[] = [];
  for (const degree of degrees(graph)) {
    const bin = 32 - Math.clz32(degree);
    while (shares.length <= bin) shares.push(0);
    shares[bin] += 1 / graph.rows;
  }
  return shares;
}

function measureOrder(graph: CsrMatrix, options: ReuseOptions): OrderMeasures {
  const entries = Math.max(1, nnz(graph));
  const reuse = reuseDistances(graph, options);
  const hits = (part: number) => lruHitRate(reuse, graph.rows / part);
  return {
    tiles: fillHistogram(graph).map((bin) => bin.nnz / entries),
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
export function measureGraph(graph: CsrMatrix, options: MeasureOptions = {}): GraphMeasures {
  const { seed = 1, maxReordered = Infinity, maxAccesses } = options;
  const reuse = { seed, ...(maxAccesses !== undefined && { maxAccesses }) };
  const { mean, median, max, gini } = degreeStatistics(graph);
  const [one, two, three] = kHopGrowth(graph, { hops: 3, seed }).mean.map((size) =>
    size / Math.max(1, graph.rows)
  );
  return {
    meanDegree: mean,
    medianDegree: median,
    maxDegree: max,
    gini,
    degrees: degreeShares(graph),
    clustering: clusteringCoefficient(graph, { seed }),
    within: [one, two, three],
    asNumbered: measureOrder(graph, reuse),
    ...(nnz(graph) <= maxReordered && {
      reordered: measureOrder(permuteSymmetric(graph, rabbit.compute(graph, { seed }).perm), reuse),
    }),
  };
}
