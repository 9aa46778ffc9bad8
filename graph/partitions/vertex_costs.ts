/**
 * Costs of a vertex in a GNN layer by roc's features: five a vertex, and their prefix sums, which give the
 * sum over a range of vertices in constant time.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { type CsrMatrix, nnz } from "../csr.ts";

/** WS, the threads of a warp that load together (roc, Table 2). */
export const WARP_SIZE = 32;

/**
 * The five features of a vertex, or their sums over some vertices (roc, Table 2): x1 vertices; x2 neighbours;
 * x3 runs of neighbours with consecutive ids; x4 accesses that load the neighbours' ids, `sum ceil(run /
 * WS)`; x5 accesses that load their activations, `sum ceil(run * width / WS)`.
 */
export type RangeFeatures = readonly [x1: number, x2: number, x3: number, x4: number, x5: number];

/** Number of features. */
export const FEATURE_COUNT = 5;

/** Prefix sums of the features of all vertices: entry v of each is the sum over vertices `0 .. v - 1`. */
export class FeaturePrefixes {
  /** Prefix sums of x2, which are the rows' offsets. The prefix sum of x1 is v itself. */
  readonly neighbors: Uint32Array;
  /** Prefix sums of x3. */
  readonly runs: Uint32Array;
  /** Prefix sums of x4. */
  readonly idLoads: Uint32Array;
  /** Prefix sums of x5, for each width of activations. */
  readonly activationLoads: ReadonlyMap<number, Float64Array>;

  /** Holds sums computed by {@linkcode vertexFeatures}. */
  constructor(
    sums: Pick<FeaturePrefixes, "neighbors" | "runs" | "idLoads" | "activationLoads">,
  ) {
    this.neighbors = sums.neighbors;
    this.runs = sums.runs;
    this.idLoads = sums.idLoads;
    this.activationLoads = sums.activationLoads;
  }

  /** Number of vertices. */
  get vertices(): number {
    return this.neighbors.length - 1;
  }

  /**
   * The features of the vertices `[begin, end)` together, in constant time; those of one vertex v with `(v, v
   * + 1)`.
   *
   * @throws {UsageError} for a width that was not counted, or a range that does not lie within the graph.
   */
  range(width: number, begin: number, end: number): RangeFeatures {
    const { neighbors, runs, idLoads, vertices } = this;
    const activationLoads = this.loadsOf(width);
    if (
      !(Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin <= end && end <= vertices)
    ) {
      throw new UsageError({
        action: "sum the features of a range",
        current: `vertices ${begin} to ${end}`,
        wanted: `a range within 0 to ${vertices}`,
        next: "pass whole numbers, the smaller first",
      });
    }
    return [
      end - begin,
      neighbors[end] - neighbors[begin],
      runs[end] - runs[begin],
      idLoads[end] - idLoads[begin],
      activationLoads[end] - activationLoads[begin],
    ];
  }

  /**
   * The prefix sums of x5 for one width.
   *
   * @throws {UsageError} for a width that was not counted.
   */
  loadsOf(width: number): Float64Array {
    const loads = this.activationLoads.get(width);
    if (loads) return loads;
    throw new UsageError({
      action: `count the loads of activations of width ${width}`,
      current: `widths ${[...this.activationLoads.keys()].join(", ") || "none"}`,
      wanted: "a width that was counted",
      next: "name the input widths of all layers when the features are counted",
    });
  }
}

/**
 * Counts the features of every vertex and sums them up, in one pass over the entries: x1 to x4 once, x5 for
 * each distinct width.
 *
 * @param matrix Row v lists the in-neighbours of v.
 * @param widths Widths of the activations that are aggregated: those of the layers' inputs.
 * @throws {UsageError} for a width that is not a whole number from 1.
 * @example
 * ```ts
 * import { csrFromEdges, vertexFeatures } from "gnn-repro/graph";
 * const source = Uint32Array.of(3, 4, 6, 8), target = new Uint32Array(4).fill(1);
 * const graph = csrFromEdges({ vertices: 9, source, target });
 * const [, neighbors, runs] = vertexFeatures(graph, [64]).range(64, 1, 2);
 * if (neighbors !== 4 || runs !== 3) throw new Error("the runs are {3, 4}, {6} and {8}");
 * ```
 */
export function vertexFeatures(matrix: CsrMatrix, widths: readonly number[]): FeaturePrefixes {
  const distinct = [...new Set(widths)];
  for (const width of distinct) {
    if (Number.isInteger(width) && width >= 1) continue;
    throw new UsageError({
      action: "count the features of vertices",
      current: `activations of width ${width}`,
      wanted: "a whole number from 1",
      next: "pass the input widths of the layers",
    });
  }
  const { rows, rowPtr, colIdx } = matrix;
  const runs = new Uint32Array(rows + 1), idLoads = new Uint32Array(rows + 1);
  // The runs longer than 1, and where those of each row begin: a random graph has few, an ordered one few
  // runs at all.
  let longer = new Uint32Array(Math.min(1024, nnz(matrix))), count = 0;
  const firstLonger = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) {
    const end = rowPtr[r + 1];
    let own = 0, loads = 0;
    for (let e = rowPtr[r]; e < end;) {
      const first = e;
      let next = colIdx[e++] + 1;
      while (e < end && colIdx[e] === next) e++, next++;
      const run = e - first;
      own++;
      loads += (run + WARP_SIZE - 1) >>> 5;
      if (run === 1) continue;
      if (count === longer.length) longer = grown(longer);
      longer[count++] = run;
    }
    runs[r + 1] = runs[r] + own;
    idLoads[r + 1] = idLoads[r] + loads;
    firstLonger[r + 1] = count;
  }
  const activationLoads = new Map(distinct.map((width) => {
    const sums = new Float64Array(rows + 1), single = Math.ceil(width / WARP_SIZE);
    for (let r = 0, total = 0; r < rows; r++) {
      const from = firstLonger[r], to = firstLonger[r + 1];
      total += (runs[r + 1] - runs[r] - (to - from)) * single;
      for (let i = from; i < to; i++) total += Math.ceil(longer[i] * width / WARP_SIZE);
      sums[r + 1] = total;
    }
    return [width, sums];
  }));
  return new FeaturePrefixes({ neighbors: rowPtr, runs, idLoads, activationLoads });
}

function grown(list: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * list.length);
  larger.set(list);
  return larger;
}
