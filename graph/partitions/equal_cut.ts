/**
 * Cuts into ranges that follow from the graph alone, by name.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { equalEdgeRanges, equalVertexRanges, type RangeCut } from "./ranges.ts";

/** Name of a cut into ranges of equal numbers of vertices, or of in-edges. */
export type EqualCut = "equal-vertices" | "equal-edges";

const EQUAL_CUTS: Readonly<Record<EqualCut, (matrix: CsrMatrix, parts: number) => RangeCut>> = {
  "equal-vertices": ({ rows }, parts) => equalVertexRanges(rows, parts),
  "equal-edges": (matrix, parts) => equalEdgeRanges(matrix, parts),
};

/** Whether a strategy needs to know nothing but the graph. */
export function isEqualCut(strategy: string): strategy is EqualCut {
  return Object.hasOwn(EQUAL_CUTS, strategy);
}

/**
 * Cuts a graph into equal ranges.
 *
 * @throws {UsageError} unless `parts` is an integer from 1.
 * @example
 * ```ts
 * import { equalRanges } from "./equal_cut.ts";
 * // A star: vertex 0 has three in-edges, the others have one.
 * const matrix = {
 *   rows: 4,
 *   cols: 4,
 *   rowPtr: Uint32Array.of(0, 3, 4, 5, 6),
 *   colIdx: Uint32Array.of(1, 2, 3, 0, 0, 0),
 * };
 * if (equalRanges("equal-vertices", matrix, 2).offsets.join() !== "0,2,4") throw new Error("vertices");
 * if (equalRanges("equal-edges", matrix, 2).offsets.join() !== "0,1,4") throw new Error("edges");
 * ```
 */
export function equalRanges(cut: EqualCut, matrix: CsrMatrix, parts: number): RangeCut {
  return EQUAL_CUTS[cut](matrix, parts);
}
