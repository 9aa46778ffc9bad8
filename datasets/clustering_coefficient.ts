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
  /** Seed of the draw; 1 by default. */
  readonly seed?: number;
}

/** Number of sampled vertices: all of a graph with no more, else draws with repetition. */
const SAMPLE = 2048;

/** Greatest number of pairs of neighbours of one vertex; larger sets are sampled. */
const MAX_PAIRS = 1024;

/** Pairs of neighbours of vertices. */
interface NeighbourPairs {
  /** Both vertices of each pair, in turn. */
  readonly ends: Uint32Array;
  /** Offsets of the pairs of each vertex, and their number at the end. */
  readonly offsets: Uint32Array;
}

/** Draws pairs of neighbours: of each sampled vertex all, or `MAX_PAIRS` with repetition. */
function drawPairs({ rows, rowPtr, colIdx }: CsrMatrix, seed: number): NeighbourPairs {
  const stream = new RandomStream(seed, "clustering coefficient");
  const looked = Math.min(SAMPLE, rows);
  const ends = new Uint32Array(2 * looked * MAX_PAIRS), offsets = new Uint32Array(looked + 1);
  let count = 0;
  const add = (one: number, other: number) => {
    ends[2 * count] = colIdx[one];
    ends[2 * count++ + 1] = colIdx[other];
  };
  for (let i = 0; i < looked; i++) {
    const v = looked === rows ? i : stream.below(rows);
    const begin = rowPtr[v], degree = rowPtr[v + 1] - begin;
    if (degree * (degree - 1) / 2 <= MAX_PAIRS) {
      for (let a = 0; a < degree; a++) for (let b = 0; b < a; b++) add(begin + a, begin + b);
    } else {
      for (let draw = 0; draw < MAX_PAIRS; draw++) {
        const a = stream.below(degree), b = (a + 1 + stream.below(degree - 1)) % degree;
        add(begin + a, begin + b);
      }
    }
    offsets[i + 1] = count;
  }
  return { ends, offsets };
}

/**
 * Counts each vertex's pairs with an edge between them. The pairs are sorted by their first end, and each
 * row of the graph is marked once for all pairs that ask for it: time is linear in pairs and entries, and
 * memory is read in sequence, which a search of a row for each pair is several times slower than.
 */
function closedPairs({ rows, rowPtr, colIdx }: CsrMatrix, { ends, offsets }: NeighbourPairs): Uint32Array {
  const vertices = offsets.length - 1, pairs = offsets[vertices];
  const next = new Uint32Array(rows + 1);
  for (let pair = 0; pair < pairs; pair++) next[ends[2 * pair] + 1]++;
  for (let row = 0; row < rows; row++) next[row + 1] += next[row];
  // The other end of each pair and the vertex that it is of, in turn.
  const sorted = new Uint32Array(2 * pairs);
  for (let i = 0; i < vertices; i++) {
    for (let pair = offsets[i]; pair < offsets[i + 1]; pair++) {
      const at = next[ends[2 * pair]]++;
      sorted[2 * at] = ends[2 * pair + 1];
      sorted[2 * at + 1] = i;
    }
  }
  const closed = new Uint32Array(vertices), marked = new Uint32Array(rows);
  for (let row = 0, pair = 0; row < rows; row++) {
    const end = next[row];
    if (pair === end) continue;
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) marked[colIdx[e]] = row + 1;
    for (; pair < end; pair++) if (marked[sorted[2 * pair]] === row + 1) closed[sorted[2 * pair + 1]]++;
  }
  return closed;
}

/**
 * Mean local clustering coefficient (Watts, Strogatz: Nature 393, 1998) of the undirected structure: the
 * share of pairs of neighbours that are neighbours themselves, 0 for a vertex with fewer than two. Of a large
 * graph 2,048 vertices are sampled, of a hub's pairs 1,024.
 *
 * @throws {ReproError} if the matrix is not square.
 */
export function clusteringCoefficient(matrix: CsrMatrix, { seed = 1 }: ClusteringOptions = {}): number {
  const graph = symmetrise(matrix, { selfLoops: "drop" });
  const pairs = drawPairs(graph, seed), { offsets } = pairs;
  let sum = 0;
  for (const [i, closed] of closedPairs(graph, pairs).entries()) {
    if (offsets[i + 1] > offsets[i]) sum += closed / (offsets[i + 1] - offsets[i]);
  }
  return offsets.length === 1 ? 0 : sum / (offsets.length - 1);
}
