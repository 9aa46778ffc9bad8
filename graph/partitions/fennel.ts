/**
 * Fennel (Tsourakakis, Gkantsidis, Radunovic, Vojnovic: "Fennel: Streaming graph partitioning for massive
 * scale graphs", WSDM 2014): one pass over the vertices, each placed for good where it stands.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import type { CsrMatrix } from "../csr.ts";
import { symmetrise } from "../symmetry.ts";
import {
  describePartition,
  type Partition,
  type PartitionOptions,
  resolvePartition,
  trivialParts,
} from "./partition.ts";

/** Exponent of the cost of a part's size, and tolerated excess of a part (Section 4). */
const GAMMA = 1.5, IMBALANCE = 0.1;

/** Options of the stream. */
export interface FennelOptions extends PartitionOptions {
  /** Vertices in the order of the stream; a random order of the seed by default. */
  readonly order?: Uint32Array;
}

/**
 * Greatest number of vertices of each part, for those of second weight 0 and for those of 1. As each kind has
 * room for all its vertices, no vertex is ever without a place.
 */
function capacities(vertices: number, count: number, { imbalance, secondImbalance, secondWeight }: {
  readonly imbalance: number;
  readonly secondImbalance: number;
  readonly secondWeight?: Uint32Array | undefined;
}): readonly [number, number] {
  let second = 0;
  for (let v = 0; secondWeight && v < vertices; v++) second += secondWeight[v];
  const capacity = (size: number, excess: number) =>
    Math.max(Math.ceil(size / count), Math.floor((1 + excess) * size / count));
  return [capacity(vertices - second, imbalance), capacity(second, secondImbalance)];
}

/** Refuses weights that a stream of vertices cannot keep within bounds. */
function assertWeights({ vertexWeight, secondWeight }: PartitionOptions): void {
  const strange = vertexWeight ? "weights of vertices" : secondWeight?.find((weight) => weight > 1);
  if (strange === undefined) return;
  throw new UsageError({
    action: "cut a graph with Fennel",
    current: vertexWeight ? `${strange}` : `the second weight ${strange}`,
    wanted: "vertices that count as one, and second weights of 0 or 1",
    next: "use METIS or the built-in multilevel partitioner",
  });
}

/** Number of undirected edges without loops. */
function countEdges({ rows, rowPtr, colIdx }: CsrMatrix): number {
  let entries = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (colIdx[e] !== v) entries++;
  }
  return entries / 2;
}

/** Stream of vertices into parts. */
class Placement {
  readonly parts: Uint32Array;
  readonly #size: Uint32Array;
  /** Vertices of each part by their second weight. */
  readonly #load: readonly [Uint32Array, Uint32Array];
  /** Marginal cost of a part's size: `alpha gamma size^(gamma - 1)`. */
  readonly #cost: Float64Array;
  /** Neighbours in each part; the last entry counts those without one yet. */
  readonly #ties: Uint32Array;
  readonly #alpha: number;

  constructor(vertices: number, count: number, edges: number) {
    // A vertex without a part has the part `count`.
    this.parts = new Uint32Array(vertices).fill(count);
    this.#size = new Uint32Array(count);
    this.#load = [new Uint32Array(count), new Uint32Array(count)];
    this.#cost = new Float64Array(count);
    this.#ties = new Uint32Array(count + 1);
    this.#alpha = Math.sqrt(count) * edges / vertices ** GAMMA;
  }

  /** Places a vertex where neighbours less cost are greatest; of equal parts, in the smallest. */
  place({ rowPtr, colIdx }: CsrMatrix, vertex: number, kind: 0 | 1, capacity: number): void {
    const { parts } = this, ties = this.#ties, cost = this.#cost, size = this.#size, load = this.#load[kind];
    ties.fill(0);
    for (let e = rowPtr[vertex], end = rowPtr[vertex + 1]; e < end; e++) ties[parts[colIdx[e]]]++;
    let best = -1, highest = -Infinity;
    for (let p = 0; p < cost.length; p++) {
      if (load[p] >= capacity) continue;
      const score = ties[p] - cost[p];
      if (score > highest || score === highest && size[p] < size[best]) {
        highest = score;
        best = p;
      }
    }
    parts[vertex] = best;
    load[best]++;
    cost[best] = this.#alpha * GAMMA * (++size[best]) ** (GAMMA - 1);
  }
}

/**
 * Cuts a graph into `count` parts in one pass. A vertex goes to the part with the most neighbours less `alpha
 * gamma size^(gamma - 1)`, where gamma = 1.5 and alpha = sqrt(k) m / n^1.5. No part exceeds the mean by more
 * than the tolerance, 0.1 by default, but for rounding up; vertices of second weight 1, such as training
 * vertices, keep a bound of their own (distgnn-mb's second constraint). Memory beside the graph is two words
 * a vertex; a directed graph is copied as an undirected one.
 *
 * @throws {UsageError} for a number of parts or a tolerance that cannot be, vertex weights, or second weights
 * other than 0 and 1.
 * @throws {ReproError} for a matrix that is not square or weights that do not fit it.
 */
export function partitionFennel(matrix: CsrMatrix, count: number, options: FennelOptions = {}): Partition {
  const { imbalance = IMBALANCE, secondImbalance = IMBALANCE, secondWeight, order } = options;
  const { seed } = resolvePartition(matrix, count, { ...options, imbalance, secondImbalance });
  assertWeights(options);
  const structure = symmetrise(matrix), vertices = matrix.rows, engine = "fennel";
  const trivial = trivialParts(vertices, count);
  if (trivial) return describePartition(structure, { parts: trivial, count, engine }, options);
  const stream = order ?? randomPermutation(vertices, new RandomStream(seed, "Fennel order"));
  const capacity = capacities(vertices, count, { imbalance, secondImbalance, secondWeight });
  const placement = new Placement(vertices, count, countEdges(structure));
  for (let i = 0; i < vertices; i++) {
    const kind = secondWeight?.[stream[i]] === 1 ? 1 : 0;
    placement.place(structure, stream[i], kind, capacity[kind]);
  }
  return describePartition(structure, { parts: placement.parts, count, engine }, options);
}
