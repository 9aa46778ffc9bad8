/**
 * The arithmetic and traffic of a step, from shapes alone.
 *
 * @module
 */
import type { Work } from "../kernels/operation.ts";
import { inputsOf, outputsOf, type SparseOperand, type Step, type Tensor } from "./program.ts";

function bytes({ rows, cols }: Tensor): number {
  return 4 * rows * cols;
}

/** Offsets of the rows and the column of each entry. */
function patternBytes({ rows, nnz }: SparseOperand): number {
  return 4 * (rows + 1 + nnz);
}

function matrixBytes(matrix: SparseOperand): number {
  return patternBytes(matrix) + (matrix.weighted ? 4 * matrix.nnz : 0);
}

/**
 * What a step computes and moves. Only products count as arithmetic; the entry-wise operations are bound by the bytes that
 * they read and write.
 */
export function stepWork(step: Step): Work {
  const dense = [...inputsOf(step), ...outputsOf(step)].reduce((sum, tensor) => sum + bytes(tensor), 0);
  switch (step.op) {
    case "spmm": {
      const { matrix, y } = step, multiplyAdds = matrix.nnz * y.cols;
      return {
        multiplyAdds,
        compulsoryBytes: matrixBytes(matrix) + dense,
        // Every entry fetches its row of x anew.
        bytesWithoutReuse: matrixBytes(matrix) + 4 * multiplyAdds + bytes(y),
      };
    }
    case "path-spmm": {
      const { path, path: { rows, cols, nnz }, y: { cols: width } } = step;
      const structure = matrixBytes(path) + 4 * rows;
      return {
        multiplyAdds: nnz * width,
        compulsoryBytes: structure + 4 * (rows + cols) * width,
        bytesWithoutReuse: structure + 4 * (rows + nnz) * width,
      };
    }
    case "gemm": {
      const multiplyAdds = step.c.rows * step.c.cols * (step.form === "tn" ? step.a.rows : step.a.cols);
      return { multiplyAdds, compulsoryBytes: dense, bytesWithoutReuse: 8 * multiplyAdds + bytes(step.c) };
    }
    case "head-spmm": {
      const { matrix, attention, order, y } = step, multiplyAdds = matrix.nnz * y.cols;
      const structure = patternBytes(matrix) + 4 * (order?.length ?? 0);
      return {
        multiplyAdds,
        compulsoryBytes: structure + dense,
        bytesWithoutReuse: structure + bytes(attention) + 4 * multiplyAdds + bytes(y),
      };
    }
    case "head-sddmm": {
      const { matrix, a, y } = step, multiplyAdds = matrix.nnz * a.cols;
      return {
        multiplyAdds,
        compulsoryBytes: patternBytes(matrix) + dense,
        // A row of a stays while its entries fetch their rows of b.
        bytesWithoutReuse: patternBytes(matrix) + bytes(a) + 4 * multiplyAdds + bytes(y),
      };
    }
    case "edge-softmax":
    case "edge-softmax-gradient": {
      const { matrix, matrix: { rows, nnz }, heads, scores } = step;
      const compulsoryBytes = patternBytes(matrix) + dense;
      // Every row fetches its scores once, every entry those of its column anew.
      const gathered = 4 * heads * (rows + nnz);
      return {
        multiplyAdds: 0,
        compulsoryBytes,
        bytesWithoutReuse: compulsoryBytes - bytes(scores) + gathered,
      };
    }
    case "entry-sums": {
      const { matrix, transposed, order, entries, to } = step;
      // The columns of the transpose are not read: the order says where its entries are.
      const structure = 4 * (matrix.rows + transposed.rows + 2 + order.length);
      return {
        multiplyAdds: 0,
        compulsoryBytes: structure + dense,
        bytesWithoutReuse: structure + 2 * bytes(entries) + bytes(to),
      };
    }
    default:
      return { multiplyAdds: 0, compulsoryBytes: dense, bytesWithoutReuse: dense };
  }
}
