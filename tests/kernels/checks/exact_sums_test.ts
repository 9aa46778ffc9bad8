import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { openWasmDevice, type WasmBuffer, type WasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { headSpmm } from "../../../kernels/attention/mod.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { gemmBlockedWasm } from "../../../kernels/gemm/blocked/wasm.ts";
import type { GemmOperands, GemmOperandsOf, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import type { Kernel, KernelOn } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf, TimedOperation } from "../../../kernels/operation.ts";
import { recheckPlans } from "../../../kernels/checks/plan_check.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { stageKernel } from "../../../kernels/staged_kernel.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { fillRepeatedUniform } from "../../../platform/repeated_uniform.ts";
import { testOnEveryBackend, uniforms } from "../every_backend.ts";

/** Gradient of weights over so many rows that the bound of the sums' rounding admits a result of zeros. */
const ROWS = 100_000;
const gradient: GemmProblem = {
  form: "tn",
  a: uniforms(ROWS * 4, 1),
  b: uniforms(ROWS * 8, 2),
  rows: 4,
  inner: ROWS,
  cols: 8,
};

/** Variant of the blocked kernel that multiplies other operands, and may write to the result afterwards. */
function variant(
  id: string,
  operandsOf: (operands: GemmOperands<WasmBuffer>) => GemmOperands<WasmBuffer>,
  spoil: (device: WasmDevice, operands: GemmOperands<WasmBuffer>) => void = () => {},
): KernelOn<"wasm", GemmOperandsOf> {
  return {
    ...gemmBlockedWasm,
    id,
    async prepare(device, operands, parameters) {
      const plan = await gemmBlockedWasm.prepare(device, operandsOf(operands), parameters);
      const run = () => {
        plan.run();
        spoil(device, operands);
      };
      return { run, destroy: () => plan.destroy() };
    },
  };
}

const clears = variant("clears", (same) => same, (device, { c }) => device.clear(c.panels[0].buffer));
const shorter = (terms: number) =>
  variant("shorter", (operands) => ({
    ...operands,
    inner: terms,
    a: { ...operands.a, rows: terms },
    b: { ...operands.b, rows: terms },
  }));

Deno.test("a product of 100,000 terms that is zeros, or lacks terms, is found wrong after its rounds", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const recheck = async (kernel: KernelOn<"wasm", GemmOperandsOf>) => {
      const staged = await stageKernel(device, gradient, { operation: gemm, kernel });
      try {
        await recheckPlans(device, [staged], 3);
      } finally {
        staged.destroy();
      }
    };
    await recheck(gemmBlockedWasm);
    for (const kernel of [clears, shorter(ROWS / 2), shorter(ROWS - 8)]) {
      await assert.rejects(recheck(kernel), WrongResultError, kernel.id);
    }
  } finally {
    device.close();
  }
});

/** Hub with more entries than columns among short and empty rows, each entry 1. */
const hub: CsrMatrix = (() => {
  const rows = 40, cols = 9000, columns: number[] = [], rowPtr = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    const step = row === 17 ? 1 : row % 5 === 0 ? Infinity : 1000 + row;
    for (let col = row % 7; col < cols && step < Infinity; col += step) columns.push(col);
    rowPtr[row + 1] = columns.length;
  }
  return { rows, cols, rowPtr, colIdx: Uint32Array.from(columns) };
})();

/** Rechecks every kernel of an operation on a device. */
async function recheckAll<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  operation: TimedOperation<Problem, OperandsOf>,
  problem: Problem,
): Promise<void> {
  const kernels = operation.kernels.filter(({ backend }) => backend === device.backend);
  assert.ok(kernels.length > 0);
  for (const kernel of kernels as readonly Kernel<OperandsOf>[]) {
    const staged = await stageKernel(device, problem, { operation, kernel });
    await recheckPlans(device, [staged], 5);
    staged.destroy();
  }
}

testOnEveryBackend("sums of thousands of terms are exact where float32 has room for them", async (device) => {
  const { cols, colIdx } = hub;
  await recheckAll(device, spmm, { matrix: hub, width: 12, features: uniforms(cols * 12, 3) });
  const heads = { heads: 2, headWidth: 5, attention: uniforms(colIdx.length * 2, 4) };
  await recheckAll(device, headSpmm, { matrix: hub, ...heads, x: uniforms(cols * 10, 5) });
  const product = { rows: 5, inner: 5000, cols: 7, a: uniforms(25_000, 6), b: uniforms(35_000, 7) };
  for (const form of ["nn", "nt", "tn"] as const) await recheckAll(device, gemm, { ...product, form });
});

Deno.test("an entry has to be exact only where the sum of its terms' absolute values is", () => {
  const step = 2 ** -3, quantum = step ** 2, options = { seed: 1, step };
  const problem = (value: number, inner: number): GemmProblem => ({
    a: new Float32Array(inner).fill(value),
    b: new Float32Array(inner).fill(value),
    rows: 1,
    inner,
    cols: 1,
  });
  const isRight = (product: GemmProblem, error: number) => {
    const exact = product.inner * product.a[0] ** 2;
    return checkOutput(gemm, product, Float32Array.of(exact + error), options).ok;
  };
  const small = problem(1, 2 ** 12);
  assert.deepEqual([0, quantum, -quantum].map((error) => isRight(small, error)), [true, false, false]);
  const beyond = problem(2 ** 7, 2 ** 5);
  assert.ok(beyond.inner * beyond.a[0] ** 2 > 2 ** 24 * quantum);
  assert.equal(isRight(beyond, 1 / 8), true);
});

Deno.test("numbers of a step are its multiples from -1 to 1, all of them, and repeat as others do", () => {
  const numbers = new Float32Array(140_000), step = 1 / 8;
  fillRepeatedUniform(numbers, new RandomStream(1, "steps"), step);
  const wanted = Array.from({ length: 17 }, (_, i) => -1 + i * step);
  assert.deepEqual([...new Set(numbers)].map((number) => number + 0).sort((a, b) => a - b), wanted);
  assert.deepEqual(numbers.subarray(65_537, 65_637), numbers.subarray(0, 100));
});
