/**
 * The clustering coefficient, the one measure of local structure that publishers of graphs print.
 *
 * @module
 */
import type { CsrMatrix } from "../graph/csr.ts";
import { symmetrise } from "../graph/symmetry.ts";
import { RandomStream } from "../platform/random.ts";

/** Options of {@linkcode clusteringCoefficient}. */
export interface ClusteringOptions {
  /**
   * Number of sampled vertices: all of a graph with no more, else draws with repetition; 2,048 by default.
   */
  readonly sample?: number;
  /** Seed of the draw; 1 by default. */
  readonly seed?: number;
}

/** Greatest number of pairs of neighbours of one vertex; larger sets are sampled. */
const MAX_PAIRS = 1024;

function hasEdge({ rowPtr, colIdx }: CsrMatrix, row: number, column: number): boolean {
  let low = rowPtr[row], high = rowPtr[row + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (colIdx[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low < rowPtr[row + 1] && colIdx[low] === column;
}

/**
 * Mean local clustering coefficient (Watts, Strogatz: Nature 393, 1998) of the undirected structure: the
 * share of pairs of neighbours that are neighbours themselves, 0 for a vertex with fewer than two. Vertices
 * and pairs are sampled in large graphs and hubs.
 *
 * @throws {ReproError} if the matrix is not square.
 */
export function clusteringCoefficient(matrix: CsrMatrix, options: ClusteringOptions = {}): number {
  const { sample = 2048, seed = 1 } = options;
  const graph = symmetrise(matrix, { selfLoops: "drop" });
  const { rows, rowPtr, colIdx } = graph;
  const stream = new RandomStream(seed, "clustering coefficient");
  const looked = Math.min(sample, rows);
  let sum = 0;
  for (let i = 0; i < looked; i++) {
    const v = looked === rows ? i : stream.below(rows);
    const begin = rowPtr[v], degree = rowPtr[v + 1] - begin;
    if (degree < 2) continue;
    const pairs = degree * (degree - 1) / 2;
    let closed = 0;
    if (pairs <= MAX_PAIRS) {
      for (let a = 0; a < degree; a++) {
        for (let b = 0; b < a; b++) if (hasEdge(graph, colIdx[begin + a], colIdx[begin + b])) closed++;
      }
      sum += closed / pairs;
      continue;
    }
    for (let draw = 0; draw < MAX_PAIRS; draw++) {
      const a = stream.below(degree), b = (a + 1 + stream.below(degree - 1)) % degree;
      if (hasEdge(graph, colIdx[begin + a], colIdx[begin + b])) closed++;
    }
    sum += closed / MAX_PAIRS;
  }
  return looked === 0 ? 0 : sum / looked;
}
