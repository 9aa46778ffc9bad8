import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix, readMatrix, writeMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { adam, adamCorrections, adamEntry, type AdamProblem } from "../../../kernels/adam/mod.ts";
import { emitAdam } from "../../../kernels/adam/entry_wise/code_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

const CONSTANTS = { learningRate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 5e-4 };

function step(rows: number, cols: number, given: Partial<AdamProblem> = {}): AdamProblem {
  const size = rows * cols;
  return {
    parameter: uniforms(size, 1),
    gradient: uniforms(size, 2),
    firstMoment: uniforms(size, 3),
    secondMoment: uniforms(size, 4).map(Math.abs),
    rows,
    cols,
    step: 3,
    ...CONSTANTS,
    ...given,
  };
}

testOnEveryBackend("random shapes and constants are right, with zero padding", async (device) => {
  const problems = fc.record({
    rows: fc.nat(40),
    cols: fc.nat(21),
    given: fc.record({
      step: fc.integer({ min: 1, max: 5000 }),
      learningRate: fc.double({ min: 1e-4, max: 1, noNaN: true }),
      beta1: fc.double({ min: 0, max: 0.99, noNaN: true }),
      beta2: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      epsilon: fc.constantFrom(1e-8, 1e-3),
      weightDecay: fc.constantFrom(0, 5e-4, 1),
    }),
  });
  await fc.assert(
    fc.asyncProperty(problems, async ({ rows, cols, given }) => {
      await assertRight(device, adam, { problem: step(rows, cols, given) });
    }),
    { numRuns: 40, seed: 5 },
  );
});

testOnEveryBackend("gradients from 1e-15 to 1e15 are right on the first step and later", async (device) => {
  const exponents = Array.from({ length: 31 }, (_, i) => i - 15);
  const gradient = Float32Array.from(exponents, (exponent) => (exponent % 2 ? 1 : -1) * 10 ** exponent);
  for (const moments of [0, 1]) {
    const firstMoment = gradient.map((g) => moments * g / 3);
    const secondMoment = gradient.map((g) => moments * g * g / 5);
    const problem = step(1, 31, { gradient, firstMoment, secondMoment, step: 1 + moments });
    await assertRight(device, adam, { problem });
  }
});

/** Steps after a gradient whose square is infinite; WGSL promises nothing for such numbers. */
async function assertLeftAlone(device: Device): Promise<void> {
  const gradient = Float32Array.of(1e20, -1e21, 3e38, -3e38, 1), zeros = new Float32Array(5);
  const problem = step(1, 5, { gradient, firstMoment: zeros, secondMoment: zeros, weightDecay: 0, step: 1 });
  const operands = adam.stage(device, problem);
  const kernel = adam.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, problem.cols);
  for (const t of [1, 2, 3]) {
    device.write(operands.corrections, Float32Array.from(adamCorrections({ ...problem, step: t })));
    plan.run();
    // The steps after the first one have a gradient that is harmless.
    writeMatrix(device, operands.gradient, Float32Array.of(1, -1, 1, -1, 1));
  }
  const got = await readMatrix(device, operands.output), { parameter } = problem;
  assert.deepEqual([...got.slice(0, 4)], [...parameter].slice(0, 4));
  assert.ok(Math.abs(got[4] - (parameter[4] - 3 * problem.learningRate)) < 1e-6);
  plan.destroy();
  adam.release(device, operands);
}

for (const backend of ["wasm", "x86"] as const) {
  const criterion = "a gradient whose square f32 does not hold leaves its parameter alone, and no other";
  testOnCpu(backend, `${criterion} (${backend})`, assertLeftAlone, [1]);
}

/**
 * Runs several steps of one plan on the device, and compares each with float64 steps computed independently
 * of the device.
 */
async function assertSteps(device: Device, problem: AdamProblem): Promise<void> {
  const size = problem.rows * problem.cols;
  const operands = adam.stage(device, problem);
  const kernel = adam.kernels.find(({ backend }) => backend === device.backend)!;
  const plan = await prepareKernel(kernel, device, operands, problem.cols);
  let truth: AdamProblem = {
    ...problem,
    parameter: Float64Array.from(problem.parameter),
    firstMoment: Float64Array.from(problem.firstMoment),
    secondMoment: Float64Array.from(problem.secondMoment),
  };
  for (let t = 1; t <= 12; t++) {
    const gradient = uniforms(size, 100 + t);
    writeMatrix(device, operands.gradient, gradient);
    device.write(operands.corrections, Float32Array.from(adamCorrections({ ...problem, step: t })));
    plan.run();
    const before: AdamProblem = { ...truth, gradient, step: t };
    const entries = Array.from({ length: size }, (_, i) => adamEntry(before, i));
    const [parameter, firstMoment, secondMoment] = [0, 1, 2].map((part) =>
      Float64Array.from(entries, (entry) => entry[part])
    );
    truth = { ...before, parameter, firstMoment, secondMoment };
  }
  const close = async (matrix: typeof operands.output, wanted: ArrayLike<number>, name: string) => {
    const got = await readMatrix(device, matrix);
    for (let i = 0; i < size; i++) {
      assert.ok(Math.abs(got[i] - wanted[i]) <= 3e-6, `${name} ${i}: ${got[i]}, not ${wanted[i]}`);
    }
  };
  await close(operands.output, truth.parameter, "parameter");
  await close(operands.firstMoment, truth.firstMoment, "m");
  await close(operands.secondMoment, truth.secondMoment, "v");
  const moved = Array.from(truth.parameter, (p, i) => Math.abs(p - problem.parameter[i]));
  assert.ok(Math.max(...moved) > 0.05, "the parameters hardly moved: nothing is proved");
  plan.destroy();
  adam.release(device, operands);
}

testOnEveryBackend("twelve steps agree with the parameters and both moments in float64", async (device) => {
  const zeros = { firstMoment: new Float32Array(7 * 9), secondMoment: new Float32Array(7 * 9) };
  await assertSteps(device, step(7, 9, zeros));
  await assertSteps(device, step(7, 9, { ...zeros, weightDecay: 0.1 }));
});

testOnAdapter("matrices above the binding limit are updated panel by panel", async (device) => {
  const { facts } = await assertRight(device, adam, { problem: step(150, 70) });
  assert.ok(facts.dispatches > 3, JSON.stringify(facts));
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  await assertRight(device, adam, { problem: step(70_001, 3), parameters: { workgroup: 1 } });
});

testOnEveryBackend("matrices whose shapes differ and too few corrections are refused", async (device) => {
  const square = allocateMatrix(device, "m", 8, 8), other = allocateMatrix(device, "m", 8, 9);
  const two = device.allocate("corrections", 8), one = device.allocate("corrections", 4);
  const whole = {
    output: square,
    gradient: square,
    firstMoment: square,
    secondMoment: square,
    corrections: two,
  };
  const kernel = adam.kernels.find(({ backend }) => backend === device.backend)!;
  for (
    const wrong of [{ gradient: other }, { firstMoment: other }, { secondMoment: other }, {
      corrections: one,
    }]
  ) {
    const operands = { ...CONSTANTS, ...whole, ...wrong } as ReturnType<typeof adam.stage>;
    await assert.rejects(() => prepareKernel(kernel, device, operands, 8), UsageError);
  }
  for (const each of [square, other]) freeMatrix(device, each);
  for (const each of [two, one]) device.free(each);
});

testMachineCode(adam, {
  *problems() {
    for (let cols = 1; cols <= 300; cols += 13) yield step(cols % 7 * 5, cols);
    for (let rows = 0; rows < 40; rows++) yield step(rows, 4, { step: 1 + rows });
    yield step(900, 131);
    yield step(1, 3, { gradient: Float32Array.of(NaN, Infinity, -Infinity) });
  },
  emitted: () => [0, 4, 20, 60].map((last) => emitAdam("avx512", { floats: 64, last })),
});

Deno.test("the first step moves each parameter by the learning rate against its gradient", () => {
  const problem = step(1, 8, {
    weightDecay: 0,
    step: 1,
    firstMoment: new Float32Array(8),
    secondMoment: new Float32Array(8),
  });
  for (let i = 0; i < 8; i++) {
    const [parameter, m, v] = adamEntry(problem, i);
    const g = problem.gradient[i];
    assert.ok(Math.abs(parameter - (problem.parameter[i] - 0.01 * Math.sign(g))) < 1e-6);
    assert.ok(Math.abs(m - 0.1 * g) < 1e-15 && Math.abs(v - 0.001 * g * g) < 1e-15);
  }
});

Deno.test("the oracle's rows are its entries", () => {
  const problem = step(5, 3);
  const value = new Float64Array(3), magnitude = new Float64Array(3);
  for (let row = 0; row < 5; row++) {
    adam.oracle.row(problem, row, value, magnitude);
    for (let col = 0; col < 3; col++) {
      assert.ok(Math.abs(value[col] - adamEntry(problem, 3 * row + col)[0]) < 1e-15);
      assert.ok(magnitude[col] >= Math.abs(value[col]));
    }
  }
});
