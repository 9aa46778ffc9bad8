/**
 * Layer-wise importance sampling (FastGCN: Chen, Ma and Xiao, ICLR 2018).
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { VertexDraws } from "./draws.ts";
import { assertCounts, type DrawnLayer, type NeighborDraw } from "./sampler.ts";

/** What FastGCN's sampler is set by. */
export interface LayerImportanceOptions {
  /** Vertices drawn for a whole layer, one number a layer, the layer next to the input first. */
  readonly layerSizes: readonly number[];
  /** Seed of all draws. */
  readonly seed: number;
}

const MAX_LAYER_SIZE = 2 ** 30;

/**
 * A layer draws t vertices independently, vertex u with the probability `q(u) = |A[:, u]|^2 / sum of all` (Section 3.2,
 * Algorithm 2), the same ones for all its destinations. An entry of a block is `A[v, u] c(u) / (t q(u))` with c(u) the times
 * that u was drawn, so that the block's product with any features has the full product for its expected value. A row of
 * which nothing was drawn is empty.
 *
 * @throws {UsageError} for a layer size that is no integer from 1 to 2^30.
 * @throws {ReproError} if the matrix is not square.
 */
export function layerImportance(graph: CsrMatrix, options: LayerImportanceOptions): NeighborDraw {
  const { layerSizes, seed } = options;
  assertSquare(graph, "sample layers by importance");
  assertCounts("layer size", layerSizes, MAX_LAYER_SIZE);
  const cumulative = cumulativeSquares(graph);
  return {
    vertices: graph.rows,
    layers: layerSizes.length,
    draw(destinations, { batch, layer }) {
      const t = layerSizes[layer];
      const times = drawVertices(cumulative, t, new VertexDraws({ seed, batch, layer }));
      return restrictRows(graph, destinations, (u) => {
        const drawn = times.get(u);
        const share = (cumulative[u + 1] - cumulative[u]) / cumulative[graph.cols];
        return drawn === undefined ? 0 : drawn / (t * share);
      });
    },
  };
}

/** Entry u + 1: the sum of the squares of all entries in columns 0 to u. */
function cumulativeSquares({ cols, colIdx, values }: CsrMatrix): Float64Array {
  const sums = new Float64Array(cols + 1);
  for (let e = 0; e < colIdx.length; e++) sums[colIdx[e] + 1] += values ? values[e] * values[e] : 1;
  for (let u = 0; u < cols; u++) sums[u + 1] += sums[u];
  return sums;
}

/** How often each vertex was drawn; of a matrix of zeros, none. Draw i has the stream of number i. */
function drawVertices(cumulative: Float64Array, t: number, draws: VertexDraws): Map<number, number> {
  const times = new Map<number, number>();
  const last = cumulative.length - 1, total = cumulative[last];
  if (total === 0) return times;
  for (let i = 0; i < t; i++) {
    draws.start(i);
    const wanted = draws.uniform() * total;
    // The last vertex whose column begins at or before the wanted place; empty columns begin where the next one does.
    let low = 0, high = last;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (cumulative[middle] <= wanted) low = middle;
      else high = middle;
    }
    times.set(low, (times.get(low) ?? 0) + 1);
  }
  return times;
}

/** The entries of some rows whose columns have a weight other than 0, times that weight. */
function restrictRows(
  { rowPtr: graphPtr, colIdx, values: graphValues }: CsrMatrix,
  destinations: Uint32Array,
  weight: (column: number) => number,
): DrawnLayer {
  const rowPtr = new Uint32Array(destinations.length + 1);
  const neighbors: number[] = [], values: number[] = [];
  for (let row = 0; row < destinations.length; row++) {
    const v = destinations[row];
    for (let e = graphPtr[v]; e < graphPtr[v + 1]; e++) {
      const factor = weight(colIdx[e]);
      if (factor === 0) continue;
      neighbors.push(colIdx[e]);
      values.push(factor * (graphValues ? graphValues[e] : 1));
    }
    rowPtr[row + 1] = neighbors.length;
  }
  return { rowPtr, neighbors: Uint32Array.from(neighbors), values: Float32Array.from(values) };
}
