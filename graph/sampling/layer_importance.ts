/**
 * Layer-wise importance sampling (FastGCN: Chen, Ma and Xiao, ICLR 2018).
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { CsrMatrix } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { VertexDraws } from "./draws.ts";
import { assertCounts, type DrawnLayer, type NeighborDraw } from "./sampler.ts";

/** Options of FastGCN's sampler. */
export interface LayerImportanceOptions {
  /** Number of vertices drawn for a whole layer, one number a layer, the layer next to the input first. */
  readonly layerSizes: readonly number[];
  /** Seed of all draws. */
  readonly seed: number;
}

/** Largest layer size: up to it, the number of draws of a vertex is exact in float32. */
export const MAX_LAYER_SIZE = 2 ** 24;

/**
 * A layer draws t vertices independently, vertex u with the probability `q(u) = |A[:, u]|^2 / sum of all`
 * (Section 3.2, Algorithm 2), the same ones for all its destinations. An entry of a block is `A[v, u] c(u) /
 * (t q(u))` with c(u) the times that u was drawn, so that the block's product with any features has the full
 * product for its expected value. A row of which nothing was drawn is empty.
 *
 * The probabilities are whole multiples of 2^-53 ({@linkcode importanceOf}), so that devices without float64
 * draw the same vertices; weights are float32 products in a fixed order, which all of them round alike.
 *
 * @throws {UsageError} for a layer size that is no integer from 1 to 2^24, or values without a finite sum of
 * squares.
 * @throws {ReproError} if the matrix is not square.
 */
export function layerImportance(graph: CsrMatrix, options: LayerImportanceOptions): NeighborDraw {
  const { layerSizes, seed } = options;
  assertSquare(graph, "sample layers by importance");
  assertCounts("layer size", layerSizes, MAX_LAYER_SIZE);
  const { ends, inverse } = importanceOf(graph);
  return {
    vertices: graph.rows,
    layers: layerSizes.length,
    draw(destinations, { batch, layer }) {
      const size = layerSizes[layer], share = Math.fround(1 / size);
      const times = drawVertices(ends, size, new VertexDraws({ seed, batch, layer }));
      return restrictRows(
        graph,
        destinations,
        (u) => Math.fround(Math.fround((times.get(u) ?? 0) * share) * inverse[u]),
      );
    },
  };
}

/** Probability of each vertex to be drawn, in fixed point. */
export interface Importance {
  /**
   * `vertices + 1` ascending integers: vertex u is drawn for the numbers from `ends[u]` up to, not including,
   * `ends[u + 1]`, of those below 2^53. All 0 for a matrix of zeros, of which nothing can be drawn.
   */
  readonly ends: Float64Array;
  /** Inverse probability of each vertex, exactly that of the draws; 0 for a vertex that is never drawn. */
  readonly inverse: Float32Array;
}

/**
 * FastGCN's probabilities as ranges of 53-bit integers. Rounding moves the end of a range by less than one
 * part in 2^53; as the weights undo the rounded probabilities, it costs no bias.
 *
 * @throws {UsageError} for values without a finite sum of squares.
 */
export function importanceOf({ cols, colIdx, values }: CsrMatrix): Importance {
  const ends = new Float64Array(cols + 1);
  for (let e = 0; e < colIdx.length; e++) ends[colIdx[e] + 1] += values ? values[e] * values[e] : 1;
  for (let u = 0; u < cols; u++) ends[u + 1] += ends[u];
  const total = ends[cols];
  if (!Number.isFinite(total)) {
    throw new UsageError({
      action: "sample layers by importance",
      current: `${total} for the sum of the squares of all values`,
      wanted: "a finite sum",
      next: "look for values that are infinite or no numbers",
    });
  }
  const inverse = new Float32Array(cols);
  if (total === 0) return { ends, inverse };
  for (let u = 0; u < cols; u++) {
    ends[u + 1] = Math.floor(ends[u + 1] / total * 2 ** 53);
    const range = ends[u + 1] - ends[u];
    inverse[u] = range === 0 ? 0 : 2 ** 53 / range;
  }
  return { ends, inverse };
}

/**
 * Draws vertices and counts how often each was drawn. Draw i has the stream of number i. Of a matrix of zeros
 * the last vertex is drawn, which has no weight as no other has.
 */
function drawVertices(ends: Float64Array, size: number, draws: VertexDraws): Map<number, number> {
  const times = new Map<number, number>();
  const last = ends.length - 1;
  for (let i = 0; i < size; i++) {
    draws.start(i);
    const wanted = draws.uint53();
    // The last vertex whose range begins at or before the wanted number; empty ranges begin where the next
    // one does.
    let low = 0, high = last;
    while (high - low > 1) {
      const middle = low + ((high - low) >>> 1);
      if (ends[middle] <= wanted) low = middle;
      else high = middle;
    }
    times.set(low, (times.get(low) ?? 0) + 1);
  }
  return times;
}

/** Entries of some rows whose columns have a weight other than 0, times that weight. */
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
