/**
 * Bytes of operands in a device's memory, and the work of operations that only stream them.
 *
 * @module
 */
import type { Work } from "../../../kernels/operation.ts";
import type { SparseOperand, TensorShape } from "../../program/tensor.ts";

/** Bytes of a tensor of float32. */
export function tensorBytes({ rows, cols }: TensorShape): number {
  return 4 * rows * cols;
}

/** Bytes of a sparse matrix's pattern: row offsets, and the column of each entry. */
export function patternBytes({ rows, nnz }: SparseOperand): number {
  return 4 * (rows + 1 + nnz);
}

/** Bytes of a sparse matrix, with values where it has some. */
export function matrixBytes(matrix: SparseOperand): number {
  return patternBytes(matrix) + (matrix.weighted ? 4 * matrix.nnz : 0);
}

/** Work of an operation that reads and writes each tensor once. */
export function streamed(_step: unknown, denseBytes: number): Work {
  return { multiplyAdds: 0, compulsoryBytes: denseBytes, bytesWithoutReuse: denseBytes };
}
