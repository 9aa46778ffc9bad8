/**
 * Block of a device among several: the rows of its vertices, over the vertices that they read.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { UsageError } from "../../platform/errors.ts";

/** Rows `[begin, end)` of a square matrix with compact columns. */
export interface RangeBlock {
  /** First vertex. */
  readonly begin: number;
  /** End of the range: one past the last vertex. */
  readonly end: number;
  /** Matrix of `end - begin` rows, one column a source; values as in the whole matrix. */
  readonly matrix: CsrMatrix;
  /**
   * Vertex of each column, ascending: all vertices of the range, and those outside that a row reads. So rows
   * keep the order of their entries, and runs of neighbours stay runs.
   */
  readonly sources: Uint32Array;
  /** Column of vertex `begin`; those of the other own vertices follow. */
  readonly firstOwn: number;
}

/**
 * Cuts a range of rows out of a matrix. Time linear in its vertices and in the block's entries.
 *
 * @throws {ReproError} if the matrix is not square.
 * @throws {UsageError} if the range does not lie within it.
 * @example
 * ```ts
 * import { csrFromEdges, rangeBlock } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 1, 2), target = Uint32Array.of(1, 2, 3);
 * const path = csrFromEdges({ vertices: 4, source, target });
 * const { matrix, sources } = rangeBlock(path, 2, 4);
 * if (sources.join() !== "1,2,3" || matrix.colIdx.join() !== "0,1") throw new Error("2 reads 1, 3 reads 2");
 * ```
 */
export function rangeBlock(matrix: CsrMatrix, begin: number, end: number): RangeBlock {
  assertSquare(matrix, "cut a range of vertices from a graph");
  const { rows } = matrix;
  if (!(Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin <= end && end <= rows)) {
    throw new UsageError({
      action: "cut a range of vertices from a graph",
      current: `vertices ${begin} to ${end}`,
      wanted: `a range within 0 to ${rows}`,
      next: "pass whole numbers, the smaller first",
    });
  }
  const from = matrix.rowPtr[begin], to = matrix.rowPtr[end];
  const place = new Uint32Array(rows);
  place.fill(1, begin, end);
  for (let e = from; e < to; e++) place[matrix.colIdx[e]] = 1;
  let cols = 0;
  for (let v = 0; v < rows; v++) cols += place[v];
  const sources = new Uint32Array(cols);
  for (let v = 0, at = 0; v < rows; v++) {
    if (place[v] === 0) continue;
    sources[at] = v;
    place[v] = at++;
  }
  const block = {
    rows: end - begin,
    cols,
    rowPtr: Uint32Array.from(matrix.rowPtr.subarray(begin, end + 1), (offset) => offset - from),
    colIdx: matrix.colIdx.slice(from, to),
    ...(matrix.values && { values: matrix.values.slice(from, to) }),
  };
  for (let e = 0; e < nnz(block); e++) block.colIdx[e] = place[block.colIdx[e]];
  return { begin, end, matrix: block, sources, firstOwn: end > begin ? place[begin] : 0 };
}

/** The blocks of all ranges of a cut. */
export function rangeBlocks(matrix: CsrMatrix, offsets: Uint32Array): readonly RangeBlock[] {
  return Array.from(offsets.subarray(1), (end, i) => rangeBlock(matrix, offsets[i], end));
}

/**
 * Counts the rows that devices send each other before a layer aggregates: entry `[i][j]` is the number of
 * distinct vertices of range i that block j reads; 0 for i = j.
 */
export function exchangedRows(blocks: readonly RangeBlock[]): readonly (readonly number[])[] {
  const rows = blocks.map(() => new Array<number>(blocks.length).fill(0));
  for (const [to, { sources }] of blocks.entries()) {
    let from = 0;
    for (const source of sources) {
      while (source >= blocks[from].end) from++;
      if (from !== to) rows[from][to]++;
    }
  }
  return rows;
}
