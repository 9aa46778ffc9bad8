/**
 * The arithmetic and traffic of a step, from shapes alone.
 *
 * @module
 */
import type { Work } from "../kernels/operation.ts";
import { inputsOf, outputsOf, type Step, type Tensor } from "./program.ts";

function bytes({ rows, cols }: Tensor): number {
  return 4 * rows * cols;
}

/**
 * What a step computes and moves. Only products count as arithmetic; the entry-wise operations are bound by the bytes that
 * they read and write.
 */
export function stepWork(step: Step): Work {
  const dense = [...inputsOf(step), ...outputsOf(step)].reduce((sum, tensor) => sum + bytes(tensor), 0);
  if (step.op === "spmm") {
    const { rows, nnz, weighted } = step.matrix;
    const width = step.y.cols;
    const structure = 4 * (rows + 1) + nnz * (weighted ? 8 : 4);
    return {
      multiplyAdds: nnz * width,
      compulsoryBytes: structure + dense,
      // Every entry fetches its row of x anew.
      bytesWithoutReuse: structure + 4 * nnz * width + bytes(step.y),
    };
  }
  if (step.op === "path-spmm") {
    const { path: { rows, cols, nnz, weighted }, y: { cols: width } } = step;
    const structure = 4 * (rows + 1) + nnz * (weighted ? 8 : 4) + 4 * rows;
    return {
      multiplyAdds: nnz * width,
      compulsoryBytes: structure + 4 * (rows + cols) * width,
      bytesWithoutReuse: structure + 4 * (rows + nnz) * width,
    };
  }
  if (step.op === "gemm") {
    const multiplyAdds = step.c.rows * step.c.cols * (step.form === "tn" ? step.a.rows : step.a.cols);
    return { multiplyAdds, compulsoryBytes: dense, bytesWithoutReuse: 8 * multiplyAdds + bytes(step.c) };
  }
  return { multiplyAdds: 0, compulsoryBytes: dense, bytesWithoutReuse: dense };
}
