/**
 * Fennel (Tsourakakis, Gkantsidis, Radunovic, Vojnovic: "Fennel: Streaming graph partitioning for massive
 * scale graphs", WSDM 2014): one pass over the vertices, each placed for good where it stands.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import type { CsrMatrix } from "../csr.ts";
import { degrees } from "../degrees.ts";
import { sortByDegree } from "../orderings/degree_order.ts";
import { symmetrise } from "../symmetry.ts";
import { type PartArray, partArray } from "./part_array.ts";
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
  /**
   * Vertices in the order of the stream; by default a random order of the seed, in which vertices with many
   * entries come first where entries are balanced.
   */
  readonly order?: Uint32Array;
}

/** Sizes of the graph, and bounds of a part. */
interface Goal {
  /** Number of parts. */
  readonly count: number;
  /** Undirected edges without loops. */
  readonly edges: number;
  /** Greatest number of vertices of a part, for those of second weight 0 and for those of 1. */
  readonly capacity: readonly [number, number];
  /** Stored entries of each vertex and tolerated excesses; absent where entries are not balanced. */
  readonly balanced?: {
    readonly entries: Uint32Array;
    readonly imbalance: number;
    readonly entryImbalance: number;
  };
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

/** Sum of small numbers. */
function total(numbers: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i];
  return sum;
}

/** Placement of vertices into parts. */
class Placement {
  readonly parts: PartArray;
  readonly #goal: Goal;
  readonly #size: Uint32Array;
  readonly #entries: Float64Array;
  /** Vertices of each part by their second weight. */
  readonly #load: readonly [Uint32Array, Uint32Array];
  /** Marginal cost of a part's load: `alpha gamma load^(gamma - 1)`. */
  readonly #cost: Float64Array;
  /** Neighbours in each part; the last entry counts those without one yet. */
  readonly #ties: Uint32Array;
  readonly #alpha: number;
  readonly #allEntries: number;
  #placed = 0;
  #placedEntries = 0;

  constructor(vertices: number, goal: Goal) {
    const { count, edges, balanced } = goal;
    // A vertex without a part has the part `count`.
    this.parts = partArray(count + 1, vertices).fill(count);
    this.#goal = goal;
    this.#size = new Uint32Array(count);
    this.#entries = new Float64Array(count);
    this.#load = [new Uint32Array(count), new Uint32Array(count)];
    this.#cost = new Float64Array(count);
    this.#ties = new Uint32Array(count + 1);
    this.#alpha = Math.sqrt(count) * edges / vertices ** GAMMA;
    this.#allEntries = balanced ? total(balanced.entries) : 0;
  }

  /**
   * Places a vertex where neighbours less cost are greatest; of equal parts, in the smallest. Where no part
   * has room for both vertex and entries, the one with the fewest entries takes it.
   */
  place({ rowPtr, colIdx }: CsrMatrix, vertex: number, kind: 0 | 1): void {
    const { parts } = this, ties = this.#ties, cost = this.#cost, size = this.#size, entries = this.#entries;
    const load = this.#load[kind], capacity = this.#goal.capacity[kind];
    const own = this.#goal.balanced?.entries[vertex] ?? 0, room = this.#room(own);
    ties.fill(0);
    for (let e = rowPtr[vertex], end = rowPtr[vertex + 1]; e < end; e++) ties[parts[colIdx[e]]]++;
    let best = -1, highest = -Infinity, lightest = -1;
    for (let p = 0; p < cost.length; p++) {
      if (load[p] >= capacity) continue;
      if (lightest < 0 || entries[p] < entries[lightest]) lightest = p;
      if (size[p] >= room.vertices || entries[p] + own > room.entries) continue;
      const score = ties[p] - cost[p];
      if (score > highest || score === highest && size[p] < size[best]) {
        highest = score;
        best = p;
      }
    }
    this.#put(vertex, kind, best < 0 ? lightest : best);
  }

  /**
   * Bounds of a part now: those of the mean part of what is placed, this vertex included, and the tolerated
   * excess of a part at the end. Parts grow side by side, so that none is full in one of both while the
   * others are full in the other.
   */
  #room(own: number): { readonly vertices: number; readonly entries: number } {
    const { count, balanced } = this.#goal;
    if (!balanced) return { vertices: Infinity, entries: Infinity };
    const placed = this.#placed + 1, ahead = balanced.imbalance * this.parts.length;
    return {
      vertices: Math.max(Math.ceil(placed / count), Math.floor((placed + ahead) / count)),
      entries: (this.#placedEntries + own + balanced.entryImbalance * this.#allEntries) / count,
    };
  }

  #put(vertex: number, kind: 0 | 1, part: number): void {
    const own = this.#goal.balanced?.entries[vertex] ?? 0;
    this.parts[vertex] = part;
    this.#load[kind][part]++;
    this.#placed++;
    this.#placedEntries += own;
    const size = ++this.#size[part], entries = this.#entries[part] += own;
    const load = this.#allEntries > 0 ? (size + entries * this.parts.length / this.#allEntries) / 2 : size;
    this.#cost[part] = this.#alpha * GAMMA * load ** (GAMMA - 1);
  }
}

/**
 * Cuts a graph into `count` parts in one pass. A vertex goes to the part with the most neighbours less `alpha
 * gamma size^(gamma - 1)`, where gamma = 1.5 and alpha = sqrt(k) m / n^1.5. No part exceeds the mean by more
 * than the tolerance, 0.1 by default, but for rounding up; vertices of second weight 1, such as training
 * vertices, keep a bound of their own (distgnn-mb's second constraint). Memory beside the graph is two words
 * a vertex; a directed graph is copied as an undirected one.
 *
 * With `entryImbalance`, entries are bounded like vertices. A part's size in the cost is then the mean of its
 * vertices and its entries, the latter in units of a vertex's mean entries (the load of Ginger, which follows
 * Fennel: Chen, Shi, Chen, Chen: "PowerLyra: Differentiated graph computation and partitioning on skewed
 * graphs", EuroSys 2015, Section 4.2). Vertices with many entries come first, and no part is ever ahead of
 * the mean part by more than the tolerance of the end. Only where no part has room, or one row has more
 * entries than a part may, is the bound on entries exceeded.
 *
 * @throws {UsageError} for a number of parts or a tolerance that cannot be, vertex weights, or second weights
 * other than 0 and 1.
 * @throws {ReproError} for a matrix that is not square or weights that do not fit it.
 */
export function partitionFennel(matrix: CsrMatrix, count: number, options: FennelOptions = {}): Partition {
  const { imbalance = IMBALANCE, secondImbalance = IMBALANCE, entryImbalance, secondWeight } = options;
  const { seed } = resolvePartition(matrix, count, { ...options, imbalance, secondImbalance });
  assertWeights(options);
  const structure = symmetrise(matrix), vertices = matrix.rows, engine = "fennel";
  const trivial = trivialParts(vertices, count);
  if (trivial) return describePartition(structure, { parts: trivial, count, engine }, options);
  const random = options.order ?? randomPermutation(vertices, new RandomStream(seed, "Fennel order"));
  const entries = entryImbalance === undefined ? undefined : degrees(matrix);
  const order = entries && !options.order
    ? sortByDegree({ vertices: random, degree: entries, falling: true })
    : random;
  const placement = new Placement(vertices, {
    count,
    edges: countEdges(structure),
    capacity: capacities(vertices, count, { imbalance, secondImbalance, secondWeight }),
    ...(entries && entryImbalance !== undefined && { balanced: { entries, imbalance, entryImbalance } }),
  });
  for (let i = 0; i < vertices; i++) {
    placement.place(structure, order[i], secondWeight?.[order[i]] === 1 ? 1 : 0);
  }
  return describePartition(structure, { parts: new Uint32Array(placement.parts), count, engine }, options);
}
