import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { add, type AddProblem } from "../../../kernels/add/mod.ts";
import { emitAdd } from "../../../kernels/add/entry_wise/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

function combination(rows: number, cols: number, factors: { alpha: number; beta: number }): AddProblem {
  return { x: uniforms(rows * cols, 1), y: uniforms(rows * cols, 2), rows, cols, ...factors };
}

const factor = fc.double({ min: -3, max: 3, noNaN: true }).filter((value) => Math.abs(value) > 1e-3);

testOnEveryBackend("random shapes and factors are right, with zero padding", async (device) => {
  const problems = fc.record({ rows: fc.nat(50), cols: fc.nat(21), alpha: factor, beta: factor });
  await fc.assert(
    fc.asyncProperty(problems, async ({ rows, cols, ...factors }) => {
      await assertRight(device, add, { problem: combination(rows, cols, factors) });
    }),
    { numRuns: 40, seed: 5 },
  );
});

testOnEveryBackend("a difference and a multiple are right", async (device) => {
  for (const factors of [{ alpha: 1, beta: -1 }, { alpha: 0, beta: 1 }, { alpha: 1e-6, beta: 1e6 }]) {
    await assertRight(device, add, { problem: combination(33, 7, factors) });
  }
});

testOnAdapter("matrices above the binding limit are added panel by panel", async (device) => {
  const { facts } = await assertRight(device, add, { problem: combination(150, 70, { alpha: 2, beta: 3 }) });
  assert.ok(facts.dispatches > 3, JSON.stringify(facts));
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const problem = combination(70_001, 3, { alpha: 1, beta: 1 });
  await assertRight(device, add, { problem, parameters: { workgroup: 1 } });
});

testOnEveryBackend("matrices whose shapes differ are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const x = matrix(6, 8), y = matrix(8, 6);
  for (const [left, right, output] of [[x, y, x], [x, x, y], [y, x, x]]) {
    const operands = { x: left, y: right, output, alpha: 1, beta: 1 } as ReturnType<typeof add.stage>;
    const kernel = add.kernels.find(({ backend }) => backend === device.backend)!;
    await assert.rejects(() => prepareKernel(kernel, device, operands, 8), UsageError);
  }
  for (const each of [x, y]) freeMatrix(device, each);
});

testMachineCode(add, {
  *problems() {
    for (let cols = 1; cols <= 300; cols += 13) {
      yield combination(cols % 7 * 5, cols, { alpha: 1.7, beta: -0.3 });
    }
    for (let rows = 0; rows < 40; rows++) yield combination(rows, 4, { alpha: 0, beta: 1 });
    yield combination(900, 131, { alpha: -2, beta: 0.1 });
    yield { ...combination(1, 3, { alpha: 1, beta: 1 }), x: Float32Array.of(NaN, Infinity, -Infinity) };
  },
  emitted: () => [0, 4, 20, 60].map((last) => emitAdd("avx512", { floats: 64, last })),
});

Deno.test("an arena too small for an operand keeps nothing", () => {
  for (const matrices of [0.5, 1.5, 2.5]) {
    const device = openWasmDevice({ threads: 1, memoryBytes: matrices * 64 * 64 * 4 });
    assert.throws(() => add.stage(device, combination(64, 64, { alpha: 1, beta: 1 })), OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
    device.close();
  }
});

Deno.test("the oracle agrees with the definition on given numbers", () => {
  const problem = { x: [1, 2, 3, 4], y: [10, 20, 30, 40] };
  const { x, y } = { x: Float64Array.from(problem.x), y: Float64Array.from(problem.y) };
  const value = new Float64Array(2), magnitude = new Float64Array(2);
  add.oracle.row({ x, y, rows: 2, cols: 2, alpha: 2, beta: -0.5 }, 1, value, magnitude);
  assert.deepEqual([...value], [2 * 3 - 15, 2 * 4 - 20]);
  assert.deepEqual([...magnitude], [2 * 3 + 15, 2 * 4 + 20]);
});
