/**
 * Neighbourhoods by random walks (PinSAGE: Ying et al., KDD 2018; fastgl, Table 7).
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { CsrMatrix } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { VertexDraws } from "./draws.ts";
import { assertCounts, type NeighborDraw } from "./sampler.ts";
import { MAX_FANOUT, type UniformOptions } from "./uniform.ts";

/** Options of the random-walk sampler; of `fanouts`, a row keeps the most visited. */
export interface RandomWalkOptions extends UniformOptions {
  /** Number of steps of a walk; 3 by default, as in Table 7. */
  readonly length?: number;
  /** Number of walks from each destination; 10 by default (the paper does not print it). */
  readonly walks?: number;
}

/**
 * Greatest number of steps of all walks from a destination together: the samplers on devices keep a row's
 * visits beside each other.
 */
const MAX_STEPS = 1024;

/**
 * Fills in defaults.
 *
 * @throws {UsageError} for a fan-out that is not an integer from 1 to 64, or more than 1024 steps in total.
 */
export function randomWalkSettings(options: RandomWalkOptions): Required<RandomWalkOptions> {
  const { length = 3, walks = 10 } = options;
  assertCounts("fan-out", options.fanouts, MAX_FANOUT);
  assertCounts("number of steps", [length, walks, length * walks], MAX_STEPS);
  return { ...options, length, walks };
}

/**
 * From each destination some walks set out along in-edges, each step to a uniformly drawn neighbour, until
 * their length is reached or a vertex has none. The `fan-out` vertices visited most often are kept (ties: the
 * lowest id), the destination itself left out, as its own features are at hand anyway. Values are the shares
 * of the kept visits: the weights of PinSAGE's importance pooling, 1 in sum.
 *
 * All walks of a destination take their first step, then all their second, and so on: so the reads of one
 * step do not wait for each other.
 *
 * @throws {UsageError} for a fan-out that is no integer from 1 to 64, or more than 1024 steps in all.
 * @throws {ReproError} if the matrix is not square.
 */
export function randomWalkNeighbors(graph: CsrMatrix, options: RandomWalkOptions): NeighborDraw {
  assertSquare(graph, "sample neighbours by random walks");
  const { fanouts, seed, length, walks } = randomWalkSettings(options);
  const visited = new Uint32Array(length * walks), shares = reciprocals(length * walks);
  return {
    vertices: graph.rows,
    layers: fanouts.length,
    draw(destinations, { batch, layer }) {
      const draws = new VertexDraws({ seed, batch, layer });
      const rowPtr = new Uint32Array(destinations.length + 1);
      const fanout = fanouts[layer];
      const neighbors = new Uint32Array(destinations.length * Math.min(fanout, visited.length));
      const values = new Float32Array(neighbors.length);
      let at = 0;
      for (let row = 0; row < destinations.length; row++) {
        const steps = walkFrom(graph, destinations[row], { draws, length, walks, visited });
        const kept = mostVisited(visited.subarray(0, steps), destinations[row], fanout);
        const total = sumOf(kept, ({ visits }) => visits);
        for (const { vertex, visits } of kept) {
          neighbors[at] = vertex;
          values[at++] = visits * shares[total];
        }
        rowPtr[row + 1] = at;
      }
      return { rowPtr, neighbors: neighbors.slice(0, at), values: values.slice(0, at) };
    },
  };
}

/**
 * Entry n: 1 / n in float32, entry 0: 0. A share of visits is a product with one of these, rounded once more,
 * for of float32 operations WGSL rounds products correctly and quotients not.
 */
export function reciprocals(most: number): Float32Array {
  return Float32Array.from({ length: most + 1 }, (_, n) => n === 0 ? 0 : 1 / n);
}

interface Walks {
  readonly draws: VertexDraws;
  readonly length: number;
  readonly walks: number;
  /** Buffer for the visited vertices, with room for all steps. */
  readonly visited: Uint32Array;
}

/**
 * Walks from a vertex and returns the number of visits. The last visits are the positions of the walks that
 * go on.
 */
function walkFrom(
  { rowPtr, colIdx }: CsrMatrix,
  start: number,
  { draws, length, walks, visited }: Walks,
): number {
  draws.start(start);
  let count = 0;
  for (let step = 0, first = 0; step < length; step++) {
    const last = count, walking = step === 0 ? walks : last - first;
    for (let walk = 0; walk < walking; walk++) {
      const v = step === 0 ? start : visited[first + walk];
      const degree = rowPtr[v + 1] - rowPtr[v];
      if (degree > 0) visited[count++] = colIdx[rowPtr[v] + draws.below(degree)];
    }
    first = last;
  }
  return count;
}

/** Selects the most visited vertices other than `start`, in ascending ids. Sorts `visited` in place. */
function mostVisited(
  visited: Uint32Array,
  start: number,
  most: number,
): { readonly vertex: number; readonly visits: number }[] {
  visited.sort();
  const runs: { vertex: number; visits: number }[] = [];
  for (let i = 0; i < visited.length; i++) {
    if (visited[i] === start) continue;
    if (i > 0 && visited[i] === visited[i - 1]) runs[runs.length - 1].visits++;
    else runs.push({ vertex: visited[i], visits: 1 });
  }
  // Stable: equally visited vertices stay in ascending order.
  return runs.toSorted((a, b) => b.visits - a.visits).slice(0, most).sort((a, b) => a.vertex - b.vertex);
}
