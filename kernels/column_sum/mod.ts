/**
 * Sums over rows.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { ColumnSumOperandsOf, ColumnSumProblem } from "./column_sum.ts";
import { columnSumOracle } from "./oracle.ts";
import { columnSumRowBlocksWasm } from "./row_blocks/wasm.ts";
import { columnSumRowBlocksWebGpu } from "./row_blocks/webgpu.ts";
import { columnSumRowBlocksX86 } from "./row_blocks/x86.ts";

export type { ColumnSumOperands, ColumnSumOperandsOf, ColumnSumProblem } from "./column_sum.ts";

/** Operation `y = sum of the rows of X` with all its kernels. */
export const columnSum: Operation<ColumnSumProblem, ColumnSumOperandsOf> = {
  id: "column-sum",
  formula: "y[c] = sum over r of X[r, c]",
  oracle: columnSumOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    const bytes = 4 * (rows + 1) * cols;
    return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, problem) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, ({ matrix }) => ({
      x: matrix("X", problem, problem.x),
      output: matrix("y", { rows: 1, cols: problem.cols }),
    })) as ColumnSumOperandsOf["wasm"] | ColumnSumOperandsOf["webgpu"],
  release(device, { x, output }) {
    freeMatrix(device, x);
    freeMatrix(device, output);
  },
  kernels: [columnSumRowBlocksWasm, columnSumRowBlocksX86, columnSumRowBlocksWebGpu],
};
