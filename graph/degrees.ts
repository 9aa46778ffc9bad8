/**
 * Degrees of a graph and statistics of their distribution.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "./csr.ts";
import { assertSquare } from "./square.ts";

/** The in-degree distribution of a graph. */
export interface DegreeStatistics {
  /** Smallest in-degree. */
  readonly min: number;
  /** Greatest in-degree. */
  readonly max: number;
  /** Mean in-degree: stored entries over vertices. */
  readonly mean: number;
  /** Median in-degree; of an even number of vertices the mean of the middle two. */
  readonly median: number;
  /** Gini coefficient: 0 if all degrees are equal, towards 1 if one vertex has all edges. */
  readonly gini: number;
  /** Third standardised moment; 0 if all degrees are equal. */
  readonly skewness: number;
  /** Vertices by power of two: `[0]` has degree 0, `[b]` degrees from 2^(b-1) to 2^b - 1. */
  readonly histogram: readonly number[];
  /** Vertices without a neighbour other than themselves, in either direction. */
  readonly isolated: number;
}

/** Number of stored entries of every row: the in-degrees. */
export function degrees(matrix: CsrMatrix): Uint32Array {
  const counts = new Uint32Array(matrix.rows);
  for (let r = 0; r < matrix.rows; r++) counts[r] = matrix.rowPtr[r + 1] - matrix.rowPtr[r];
  return counts;
}

function isolatedCount(matrix: CsrMatrix): number {
  const linked = new Uint8Array(matrix.rows);
  for (let r = 0; r < matrix.rows; r++) {
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1]; e++) {
      if (matrix.colIdx[e] !== r) linked[r] = linked[matrix.colIdx[e]] = 1;
    }
  }
  let isolated = 0;
  for (let r = 0; r < matrix.rows; r++) isolated += 1 - linked[r];
  return isolated;
}

/**
 * Statistics of the in-degrees, in time linear in vertices and entries (degrees are counted, not sorted). All
 * are 0 for a graph without vertices.
 *
 * @throws {ReproError} if the matrix is not square.
 * @example
 * ```ts
 * import { csrFromEdges, degreeStatistics } from "gnn-repro/graph";
 * const star = csrFromEdges({ vertices: 3, source: Uint32Array.of(1, 2), target: Uint32Array.of(0, 0) });
 * if (degreeStatistics(star).max !== 2) throw new Error("the hub has two in-neighbours");
 * ```
 */
export function degreeStatistics(matrix: CsrMatrix): DegreeStatistics {
  assertSquare(matrix, "describe the degrees of a graph");
  const n = matrix.rows;
  if (n === 0) {
    return { min: 0, max: 0, mean: 0, median: 0, gini: 0, skewness: 0, histogram: [], isolated: 0 };
  }
  const counts = degrees(matrix);
  const mean = nnz(matrix) / n;
  let min = Infinity, max = 0, second = 0, third = 0;
  for (let v = 0; v < n; v++) {
    const off = counts[v] - mean;
    min = Math.min(min, counts[v]);
    max = Math.max(max, counts[v]);
    second += off * off;
    third += off * off * off;
  }
  const frequency = new Uint32Array(max + 1);
  for (let v = 0; v < n; v++) frequency[counts[v]]++;

  const histogram = new Array<number>(33 - Math.clz32(max)).fill(0);
  let below = 0, ranked = 0, lower = -1, upper = -1;
  for (let degree = 0; degree <= max; degree++) {
    const here = frequency[degree];
    if (here === 0) continue;
    histogram[32 - Math.clz32(degree)] += here;
    // Ranks below + 1 .. below + here share this degree: their sum is here * (2 * below + here + 1) / 2.
    ranked += degree * here * (2 * below + here + 1) / 2;
    below += here;
    if (lower < 0 && below >= Math.ceil(n / 2)) lower = degree;
    if (upper < 0 && below >= Math.floor(n / 2) + 1) upper = degree;
  }
  const total = mean * n;
  return {
    min,
    max,
    mean,
    median: (lower + upper) / 2,
    gini: total === 0 ? 0 : 2 * ranked / (n * total) - (n + 1) / n,
    skewness: second === 0 ? 0 : third / n / (second / n) ** 1.5,
    histogram,
    isolated: isolatedCount(matrix),
  };
}
