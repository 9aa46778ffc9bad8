/**
 * Backward aggregation of one layer where only part of the vertices is active: on the execution path, under a
 * mask, or on the whole graph regardless of activity.
 *
 * With compact gradients (a row for each active vertex), the product on a path is plain spmm with the path's
 * matrix, by any kernel of spmm. Here gradients have a row for every vertex, as in eppgcn and its baselines.
 *
 * @module
 */
import { assertCsr, nnz } from "../../graph/csr.ts";
import { freeMatrix, writeMatrix } from "../../hardware/dense.ts";
import { UsageError } from "../../platform/errors.ts";
import { oncePerObject } from "../../platform/once_per_object.ts";
import { scratchArrays } from "../../platform/scratch_arrays.ts";
import type { TimedOperation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import { allActiveWasm } from "./all_active/wasm.ts";
import { allActiveWebGpu } from "./all_active/webgpu.ts";
import { allActiveX86 } from "./all_active/x86.ts";
import { executionPathWasm } from "./execution_path/wasm.ts";
import { executionPathWebGpu } from "./execution_path/webgpu.ts";
import { executionPathX86 } from "./execution_path/x86.ts";
import { maskedWasm } from "./masked/wasm.ts";
import { maskedWebGpu } from "./masked/webgpu.ts";
import { maskedX86 } from "./masked/x86.ts";
import { pathSpmmOracle } from "./oracle.ts";
import type { PathSpmmOperandsOf, PathSpmmProblem } from "./path_spmm.ts";
import { plural } from "../../platform/text/plural.ts";

export type { PathRows, PathSpmmOperands, PathSpmmOperandsOf, PathSpmmProblem } from "./path_spmm.ts";

function assertProblem({ matrix, path, features, width }: PathSpmmProblem): void {
  const { sources, targets } = path;
  const last = Math.max(sources.at(-1) ?? -1, targets.at(-1) ?? -1);
  const fits = matrix.rows === matrix.cols && last < matrix.rows &&
    features.length === sources.length * width &&
    (matrix.values === undefined) === (path.matrix.values === undefined);
  if (fits) return;
  throw new UsageError({
    action: "multiply on an execution path",
    current: `a matrix of ${matrix.rows} x ${matrix.cols}, vertices up to ${last} on the path, ` +
      `${plural(features.length, "number")} for ${plural(sources.length, "source")}`,
    wanted: `the square matrix that the path is of, and ${plural(width, "number")} a source`,
    next: "build the path from the transpose of this matrix",
  });
}

/**
 * Copies features into X with a row for every vertex: the rows of the path's sources, and zeros. Checks of a
 * problem compare and write X several times.
 */
const spread = oncePerObject(({ matrix, path, features, width }: PathSpmmProblem): Float32Array => {
  const { sources } = path;
  const all = new Float32Array(matrix.cols * width);
  for (let i = 0; i < sources.length; i++) {
    const from = i * width, to = sources[i] * width;
    for (let col = 0; col < width; col++) all[to + col] = features[from + col];
  }
  return all;
});

/** Operation `Y = A^T X` where few rows of X are not zero, with all its kernels. */
export const pathSpmm: TimedOperation<PathSpmmProblem, PathSpmmOperandsOf> = {
  id: "path-spmm",
  formula: "Y[v, :] = sum over u in N(v) and in N^(k-1) of e_vu * X[u, :], for v in N^k; else 0",
  oracle: pathSpmmOracle,
  width: ({ width }) => width,
  work({ path: { matrix }, width }) {
    const entries = nnz(matrix), rowBytes = width * 4;
    const indexBytes = matrix.rowPtr.byteLength + matrix.colIdx.byteLength + (matrix.values?.byteLength ?? 0);
    const resultBytes = matrix.rows * rowBytes;
    return {
      multiplyAdds: entries * width,
      compulsoryBytes: indexBytes + matrix.cols * rowBytes + resultBytes,
      bytesWithoutReuse: indexBytes + entries * rowBytes + resultBytes,
    };
  },
  stage(device, problem) {
    assertProblem(problem);
    const { matrix, path, width } = problem;
    for (const each of [matrix, path.matrix]) assertCsr(each);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, (staging) => {
      const x = staging.matrix("X", { rows: matrix.cols, cols: width }, spread(problem));
      const y = staging.matrix("Y", { rows: matrix.rows, cols: width });
      for (const { buffer } of y.panels) device.clear(buffer);
      return { matrix, path, x, y, output: y };
    }) as PathSpmmOperandsOf["wasm"] | PathSpmmOperandsOf["webgpu"];
  },
  restore(device, { y, path }) {
    const poison = scratchArrays.take(y.rows * y.cols).fill(0);
    for (const v of path.targets) poison.fill(NaN, v * y.cols, (v + 1) * y.cols);
    writeMatrix(device, y, poison);
    scratchArrays.giveBack(poison);
  },
  inputs: [{
    name: "X",
    numbers: spread,
    matrix: ({ x }) => x,
    redrawn: (problem, draw) => ({ ...problem, features: draw(problem.features.length) }),
  }],
  release(device, { x, y }) {
    freeMatrix(device, x);
    freeMatrix(device, y);
  },
  kernels: [
    allActiveWasm,
    allActiveX86,
    allActiveWebGpu,
    maskedWasm,
    maskedX86,
    maskedWebGpu,
    executionPathWasm,
    executionPathX86,
    executionPathWebGpu,
  ],
};
