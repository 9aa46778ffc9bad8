import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { tanhGate, tanhGateGradient, type TanhGateGradientProblem } from "../../../kernels/tanh_gate/mod.ts";
import { emitGate, emitGateGradient } from "../../../kernels/tanh_gate/row_wise/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

function problemOf(rows: number, cols: number, scores: Float32Array): TanhGateGradientProblem {
  return { x: uniforms(rows * cols, 1), gradient: uniforms(rows * cols, 2), scores, rows, cols };
}

testOnEveryBackend(
  "random shapes and spreads are right,  tanhGate and gradient, with zero padding",
  async (device) => {
    const shapes = fc.record({
      rows: fc.nat(60),
      cols: fc.integer({ min: 1, max: 50 }),
      spread: fc.constantFrom(1e-3, 1, 4, 30),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ rows, cols, spread }) => {
        const problem = problemOf(rows, cols, uniforms(rows, 3).map((score) => spread * score));
        await assertRight(device, tanhGate, { problem });
        await assertRight(device, tanhGateGradient, { problem });
      }),
      { numRuns: 40, seed: 5 },
    );
  },
);

testOnEveryBackend("scores up to +-1e4 do not overflow; a score of 0 closes the gate", async (device) => {
  const scores = Float32Array.of(0, -0, 1e-30, 1, -1, 9, -9, 43, -43, 44, -44, 88, -88, 1e4, -1e4);
  const problem = problemOf(scores.length, 5, scores);
  const { output } = await assertRight(device, tanhGate, { problem });
  await assertRight(device, tanhGateGradient, { problem });
  assert.deepEqual(output.subarray(0, 10).map(Math.abs), new Float32Array(10));
  const last = output.length - 10;
  const wanted = problem.x.slice(last).map((x, i) => i < 5 ? x : -x);
  assert.deepEqual(output.slice(last), wanted);
});

testOnEveryBackend("no rows give nothing, and no columns sums of 0", async (device) => {
  const nothing = problemOf(0, 5, new Float32Array());
  await assertRight(device, tanhGate, { problem: nothing });
  await assertRight(device, tanhGateGradient, { problem: nothing });
  const problem = problemOf(6, 0, uniforms(6, 3));
  await assertRight(device, tanhGate, { problem });
  const operands = tanhGateGradient.stage(device, problem);
  const { buffer } = operands.output.panels[0];
  device.write(buffer, new Float32Array(24).fill(NaN));
  const kernel = tanhGateGradient.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, 0);
  plan.run();
  assert.deepEqual(new Float32Array(await device.read(buffer)), new Float32Array(24));
  plan.destroy();
  tanhGateGradient.release(device, operands);
});

testOnAdapter("gates of matrices above the binding limit are computed panel by panel", async (device) => {
  const problem = problemOf(150, 70, uniforms(150, 3));
  for (const operation of [tanhGate, tanhGateGradient]) {
    const { facts } = await assertRight(device, operation as typeof tanhGateGradient, { problem });
    assert.ok(facts.dispatches > 1, JSON.stringify(facts));
  }
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const problem = problemOf(70_001, 2, uniforms(70_001, 3));
  await assertRight(device, tanhGate, { problem, parameters: { workgroup: 1 } });
  await assertRight(device, tanhGateGradient, { problem, parameters: { workgroup: 1 } });
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const x = matrix(4, 5), scores = matrix(4, 1), other = matrix(4, 6), few = matrix(3, 1);
  const gated = { x, scores, output: x }, learned = { x, scores, gradient: x, output: scores };
  const refused = async (operation: typeof tanhGate | typeof tanhGateGradient, operands: object) => {
    const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
    await assert.rejects(() => prepareKernel(kernel, device, operands as never, 5), UsageError);
  };
  for (const wrong of [{ scores: few }, { scores: x }, { output: other }]) {
    await refused(tanhGate, { ...gated, ...wrong });
  }
  for (const wrong of [{ scores: few }, { gradient: other }, { output: x }, { output: few }]) {
    await refused(tanhGateGradient, { ...learned, ...wrong });
  }
  for (const each of [x, scores, other, few]) freeMatrix(device, each);
});

Deno.test("the oracle of the gradient is the slope of the oracle of the gate", () => {
  const rows = 4, cols = 5, problem = problemOf(rows, cols, uniforms(rows, 3).map((s) => 2 * s));
  const scores = Float64Array.from(problem.scores);
  const value = new Float64Array(cols), slope = new Float64Array(1), magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    const weighted = (shift: number) => {
      tanhGate.oracle.row(
        { ...problem, scores: scores.with(row, scores[row] + shift) },
        row,
        value,
        magnitude,
      );
      return sumOf(value, (y, col) => y * problem.gradient[row * cols + col]);
    };
    tanhGateGradient.oracle.row({ ...problem, scores }, row, slope, magnitude.subarray(0, 1));
    assert.ok(Math.abs((weighted(1e-5) - weighted(-1e-5)) / 2e-5 - slope[0]) < 1e-9);
  }
});

const STRANGE = Float32Array.of(0, -0, 1e-30, 43, -44, 88, -1e4, NaN, Infinity, -Infinity);

for (const [operation, emit] of [[tanhGate, emitGate], [tanhGateGradient, emitGateGradient]] as const) {
  testMachineCode(operation, {
    *problems() {
      for (let cols = 0; cols <= 40; cols++) yield problemOf(cols % 9, cols, uniforms(cols % 9, 3));
      for (const cols of [60, 64, 100, 128, 131, 256, 300]) yield problemOf(STRANGE.length, cols, STRANGE);
      const infinite = problemOf(9, 13, uniforms(9, 3));
      infinite.x.set(STRANGE, 20);
      yield infinite;
    },
    emitted: () => [4, 8, 12, 16, 20, 32, 60, 128, 300].map((columns) => emit("avx512", { columns })),
  });
}
