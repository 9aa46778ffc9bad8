/**
 * Uniform neighbour sampling without replacement (GraphSAGE; fastgl, Section 2.1).
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { VertexDraws } from "./draws.ts";
import { assertCounts, type DrawnLayer, type NeighborDraw } from "./sampler.ts";

/** Largest fan-out: the samplers on adapters keep a row's draws in registers. */
export const MAX_FANOUT = 64;

/** Options of the uniform sampler. */
export interface UniformOptions {
  /**
   * Greatest number of neighbours drawn for a vertex, one number a layer, the layer next to the input first.
   */
  readonly fanouts: readonly number[];
  /** Seed of all draws. */
  readonly seed: number;
}

/**
 * Draws `min(fan-out, degree)` different neighbours of each destination, each set as likely as any other
 * (Floyd's algorithm: Bentley and Floyd, "A sample of brilliance", CACM 30(9), 1987). Rows come in the order
 * of the draws, without weights.
 *
 * @throws {UsageError} for a fan-out that is no integer from 1 to {@link MAX_FANOUT}.
 * @throws {ReproError} if the matrix is not square.
 */
export function uniformNeighbors(graph: CsrMatrix, { fanouts, seed }: UniformOptions): NeighborDraw {
  assertSquare(graph, "sample neighbours");
  assertCounts("fan-out", fanouts, MAX_FANOUT);
  return {
    vertices: graph.rows,
    layers: fanouts.length,
    draw: (destinations, { batch, layer }) =>
      drawRows(graph, destinations, fanouts[layer], new VertexDraws({ seed, batch, layer })),
  };
}

function drawRows(
  { rowPtr: graphPtr, colIdx: graphCols }: CsrMatrix,
  destinations: Uint32Array,
  fanout: number,
  draws: VertexDraws,
): DrawnLayer {
  const rows = destinations.length;
  const rowPtr = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    const v = destinations[row];
    rowPtr[row + 1] = rowPtr[row] + Math.min(fanout, graphPtr[v + 1] - graphPtr[v]);
  }
  const neighbors = new Uint32Array(rowPtr[rows]);
  const places = new Uint32Array(fanout);
  for (let row = 0; row < rows; row++) {
    const v = destinations[row], first = graphPtr[v], degree = graphPtr[v + 1] - first;
    const at = rowPtr[row];
    if (degree <= fanout) {
      for (let i = 0; i < degree; i++) neighbors[at + i] = graphCols[first + i];
      continue;
    }
    draws.start(v);
    for (let taken = 0; taken < fanout; taken++) {
      // A taken place is replaced by `last`, which is larger than all before it.
      const last = degree - fanout + taken, place = draws.below(last + 1);
      let same = 0;
      while (same < taken && places[same] !== place) same++;
      places[taken] = same < taken ? last : place;
    }
    for (let i = 0; i < fanout; i++) neighbors[at + i] = graphCols[first + places[i]];
  }
  return { rowPtr, neighbors };
}
