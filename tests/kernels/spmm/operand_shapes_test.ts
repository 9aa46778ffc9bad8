import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { Device } from "../../../hardware/device.ts";
import { type Kernel, kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../kernels/operation.ts";
import { pathSpmm } from "../../../kernels/path_spmm/mod.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperands, SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testOnEveryBackend } from "../every_backend.ts";
import { lopsidedGraph, pathProblem } from "../path_spmm/path_spmm_problem.ts";
import { randomProblem } from "./spmm_problem.ts";

/**
 * Prepares every kernel of the device's backend with an X or Y that lacks a row or a vector of columns, which
 * must be refused.
 */
async function refuses<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  operation: Operation<Problem, OperandsOf>,
  problem: Problem,
): Promise<void> {
  const operands = operation.stage(device, problem) as unknown as SpmmOperands;
  const { x, y } = operands;
  for (const kernel of operation.kernels.filter(({ backend }) => backend === device.backend)) {
    for (
      const wrong of [
        { x: { ...x, rows: x.rows - 1 } },
        { y: { ...y, rows: y.rows - 1 } },
        { x: { ...x, cols: x.cols - 4 } },
        { x: { ...x, format: kernel.features === undefined ? "bf16" as const : "f32" as const } },
      ]
    ) {
      const changed = { ...operands, ...wrong } as unknown as OperandsOf["wasm"];
      await assert.rejects(
        () => prepareKernel(kernel as Kernel<OperandsOf>, device, changed, y.cols),
        UsageError,
        `${kernelName(kernel)} ${JSON.stringify(Object.keys(wrong))}`,
      );
    }
  }
  operation.release(device, operands as unknown as OperandsOf["wasm"]);
}

testOnEveryBackend(
  "every sparse product refuses operands of other shapes than the matrix's",
  async (device) => {
    await refuses(device, spmm, randomProblem({ rows: 30, cols: 20, width: 8, entries: () => 3 }));
    await refuses(
      device,
      pathSpmm,
      pathProblem({ graph: lopsidedGraph(50, true), share: 0.3, hops: 1, width: 8 }),
    );
  },
);

const { matrix: { rows, cols, rowPtr, colIdx }, features } = randomProblem({
  rows: 30,
  cols: 20,
  width: 8,
  entries: () => 3,
});

/** Matrices that break a rule each, with the words by which the error names it. */
const BROKEN: readonly [matrix: Partial<CsrMatrix>, named: RegExp][] = [
  [{ colIdx: colIdx.with(50, cols) }, /column 20 in row 16/],
  [{ colIdx: colIdx.with(0, 2 ** 32 - 1) }, /column 4294967295 in row 0/],
  [{ rowPtr: rowPtr.with(9, 23) }, /row 8 from 24 to 23/],
  [{ rowPtr: rowPtr.with(9, 2 ** 32 - 1) }, /row [89]\b/],
  [{ rowPtr: rowPtr.with(30, 91) }, /last row offset 91/],
  [{ rowPtr: rowPtr.with(0, 1) }, /first row offset 1/],
  [{ rowPtr: rowPtr.subarray(1) }, /30 row offsets/],
];

/** Matrices that break a rule, weighted and not. */
function* brokenMatrices(): Generator<readonly [matrix: CsrMatrix, named: RegExp]> {
  for (const [broken, named] of BROKEN) {
    for (const values of [{}, { values: new Float32Array(colIdx.length).fill(0.5) }]) {
      yield [{ rows, cols, rowPtr, colIdx, ...values, ...broken }, named];
    }
  }
}

testOnEveryBackend(
  "no sparse product is staged with a matrix whose indices are out of range",
  (device) => {
    for (const [matrix, named] of brokenMatrices()) {
      assert.throws(
        () => spmm.stage(device, { matrix, features, width: 8 }),
        (error) => error instanceof ReproError && named.test(error.message),
        String(named),
      );
    }
    return Promise.resolve();
  },
);

testOnX86(
  "every sparse product in machine code refuses a matrix with indices out of range",
  async (device) => {
    const kernels = spmm.kernels.filter(({ backend }) => backend === "x86");
    assert.ok(kernels.length >= 11, `${kernels.length} kernels`);
    const whole = { rows, cols, rowPtr, colIdx };
    for (const [matrix, named] of brokenMatrices()) {
      for (const kernel of kernels) {
        const operands = spmm.stage(device, { matrix: whole, features, width: 8 }, kernel.features);
        await assert.rejects(
          () => prepareKernel(kernel as Kernel<SpmmOperandsOf>, device, { ...operands, matrix }, 8),
          (error) => error instanceof ReproError && named.test(error.message),
          `${kernelName(kernel)}: ${named}`,
        );
        spmm.release(device, operands);
      }
    }
  },
);
