/**
 * Linear combinations of two matrices.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { AddOperandsOf, AddProblem } from "./add.ts";
import { addEntryWiseWasm } from "./entry_wise/wasm.ts";
import { addEntryWiseWebGpu } from "./entry_wise/webgpu.ts";
import { addEntryWiseX86 } from "./entry_wise/x86.ts";
import { addOracle } from "./oracle.ts";

export type { AddOperands, AddOperandsOf, AddProblem } from "./add.ts";

/** Operation `Z = alpha X + beta Y` with all its kernels. */
export const add: Operation<AddProblem, AddOperandsOf> = {
  id: "add",
  formula: "Z[r, c] = alpha * X[r, c] + beta * Y[r, c]",
  oracle: addOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    const bytes = 4 * 3 * rows * cols;
    return { multiplyAdds: 2 * rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, problem) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, ({ matrix }) => ({
      x: matrix("X", problem, problem.x),
      y: matrix("Y", problem, problem.y),
      output: matrix("Z", problem),
      alpha: problem.alpha,
      beta: problem.beta,
    })) as AddOperandsOf["wasm"] | AddOperandsOf["webgpu"],
  release(device, { x, y, output }) {
    for (const matrix of [x, y, output]) freeMatrix(device, matrix);
  },
  kernels: [addEntryWiseWasm, addEntryWiseX86, addEntryWiseWebGpu],
};
