/**
 * Symmetry of a graph, and its undirected structure.
 *
 * @module
 */
import { oncePerObject } from "../platform/once_per_object.ts";
import { assertEntries, type CsrMatrix, nnz } from "./csr.ts";
import { assertSquare } from "./square.ts";
import { transpose } from "./transpose.ts";

/** Symmetry of the square structure that these columns have in rows with certain offsets. */
const symmetricRows = oncePerObject((colIdx: Uint32Array) =>
  oncePerObject((rowPtr: Uint32Array) => hasTwins({ rows: rowPtr.length - 1, rowPtr, colIdx }))
);

/**
 * Whether the matrix equals its transpose, values included. Linear time, one word a row, and it stops at the
 * first entry without a twin. A matrix without values is looked at once, also under another record of the
 * same arrays: a graph, its partitions and its orderings all ask.
 */
export function isSymmetric(matrix: CsrMatrix): boolean {
  if (matrix.rows !== matrix.cols) return false;
  return matrix.values ? hasTwins(matrix) : symmetricRows(matrix.colIdx)(matrix.rowPtr);
}

/**
 * Whether every entry has a twin. Read in order, the entries above the diagonal spell out the rows below it:
 * entry (r, c) is the next of row c that has no twin yet, an entry of the diagonal its own. An entry below it
 * that is left when its row is reached finds another one in the place of its twin.
 */
function hasTwins({ rows, rowPtr, colIdx, values }: Omit<CsrMatrix, "cols">): boolean {
  const cursor = rowPtr.slice(0, rows);
  for (let r = 0; r < rows; r++) {
    for (let e = cursor[r], end = rowPtr[r + 1]; e < end; e++) {
      const c = colIdx[e], twin = cursor[c]++;
      if (twin >= rowPtr[c + 1] || colIdx[twin] !== r) return false;
      if (values && values[twin] !== values[e]) return false;
    }
  }
  return true;
}

/** Options of {@link symmetrise}. */
export interface SymmetriseOptions {
  /** Treatment of self-loops: `keep` (default) or `drop`. */
  readonly selfLoops?: "keep" | "drop";
}

function hasSelfLoop(matrix: CsrMatrix): boolean {
  for (let r = 0; r < matrix.rows; r++) {
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1] && matrix.colIdx[e] <= r; e++) {
      if (matrix.colIdx[e] === r) return true;
    }
  }
  return false;
}

/**
 * Undirected structure of a graph: an entry wherever A or its transpose has one, without values. A graph that
 * is already undirected shares its arrays with the result.
 *
 * @throws {ReproError} if the matrix is not square.
 * @throws {OutOfMemoryError} if both directions have 2^32 entries or more.
 *
 * @example
 * ```ts
 * import { csrFromEdges, symmetrise } from "gnn-repro/graph";
 * const arrow = csrFromEdges({ vertices: 2, source: Uint32Array.of(0), target: Uint32Array.of(1) });
 * if (symmetrise(arrow).colIdx.join() !== "1,0") throw new Error("both directions");
 * ```
 */
export function symmetrise(matrix: CsrMatrix, options: SymmetriseOptions = {}): CsrMatrix {
  assertSquare(matrix, "take the undirected structure of a graph");
  const { rows, cols, rowPtr, colIdx } = matrix;
  const pattern = { rows, cols, rowPtr, colIdx };
  const drop = options.selfLoops === "drop" && hasSelfLoop(matrix);
  const symmetric = isSymmetric(pattern);
  if (symmetric && !drop) return pattern;

  const other = symmetric ? pattern : transpose(pattern);
  const merged = new Uint32Array(symmetric ? nnz(pattern) : 2 * nnz(pattern));
  const offsets = new Uint32Array(rows + 1);
  let at = 0;
  for (let r = 0; r < rows; r++) {
    const endA = rowPtr[r + 1], endB = other.rowPtr[r + 1];
    let a = rowPtr[r], b = other.rowPtr[r];
    while (a < endA || b < endB) {
      const left = a < endA ? colIdx[a] : Infinity, right = b < endB ? other.colIdx[b] : Infinity;
      const c = Math.min(left, right);
      if (left === c) a++;
      if (right === c) b++;
      if (!drop || c !== r) merged[at++] = c;
    }
    offsets[r + 1] = at;
  }
  assertEntries("take the undirected structure of a graph", at);
  return { rows, cols, rowPtr: offsets, colIdx: merged.slice(0, at) };
}
