/**
 * The sparse matrices that a step reads.
 *
 * @module
 */
import { sparseCopyBytes } from "../memory_ledger.ts";
import type { SparseOperand, StepOperation } from "../program.ts";

/** A matrix, and what of it a step reads. */
export interface MatrixRead {
  /** The matrix. */
  readonly operand: SparseOperand;
  /** Its values, or only where its entries are. */
  readonly part: "values" | "pattern";
}

/** What a step reads beside tensors and lists of indices. */
export function matricesOf(step: StepOperation): readonly MatrixRead[] {
  switch (step.op) {
    case "spmm":
      return [{ operand: step.matrix, part: step.values ? "pattern" : "values" }];
    case "path-spmm":
      return [{ operand: step.path, part: "values" }];
    case "edge-softmax":
    case "edge-softmax-gradient":
    case "head-spmm":
    case "head-sddmm":
      return [{ operand: step.matrix, part: "pattern" }];
    case "entry-sums": {
      const { matrix, transposed } = step;
      return (matrix === transposed ? [matrix] : [matrix, transposed])
        .map((operand) => ({ operand, part: "pattern" }));
    }
    default:
      return [];
  }
}

/** Bytes of what is read, as compressed rows with offsets and columns of 4 bytes. */
export function matrixReadBytes({ operand, part }: MatrixRead): number {
  const entryBytes = part === "values" && operand.weighted ? 4 : 0;
  return sparseCopyBytes(operand, { format: "csr", indexBytes: 4, entryBytes });
}
