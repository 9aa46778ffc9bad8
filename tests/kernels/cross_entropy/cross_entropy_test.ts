import assert from "node:assert/strict";
import fc from "fast-check";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import {
  crossEntropy,
  crossEntropyGradient,
  type CrossEntropyProblem,
  type Truth,
} from "../../../kernels/cross_entropy/mod.ts";
import { emitSigmoidGradient, emitSigmoidLoss } from "../../../kernels/cross_entropy/row_wise/sigmoid_x86.ts";
import { emitSoftmaxGradient, emitSoftmaxLoss } from "../../../kernels/cross_entropy/row_wise/softmax_x86.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { testMachineCode } from "../machine_code_checks.ts";

const OPERATIONS = [crossEntropy, crossEntropyGradient];

interface Given {
  readonly several: boolean;
  /** Largest absolute value of the scores. */
  readonly spread?: number;
  readonly logits?: Float32Array;
}

function scores(rows: number, classes: number, { several, spread = 4, logits }: Given): CrossEntropyProblem {
  const stream = new RandomStream(rows + classes, "truth");
  const truth: Truth = several
    ? { targets: Float32Array.from({ length: rows * classes }, () => stream.below(2)) }
    : { labels: Uint32Array.from({ length: rows }, () => stream.below(classes)) };
  return {
    logits: logits ?? uniforms(rows * classes, 1).map((z) => spread * z),
    rows,
    classes,
    truth,
    weights: uniforms(rows, 2).map((w) => 0.1 + Math.abs(w)),
  };
}

async function assertBoth(device: Device, problem: CrossEntropyProblem, parameters = {}): Promise<void> {
  for (const operation of OPERATIONS) await assertRight(device, operation, { problem, parameters });
}

testOnEveryBackend(
  "random shapes and spreads are right, loss and gradient, with zero padding",
  async (device) => {
    const shapes = fc.record({
      rows: fc.nat(60),
      classes: fc.integer({ min: 1, max: 50 }),
      several: fc.boolean(),
      spread: fc.constantFrom(1e-3, 1, 4, 30),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ rows, classes, ...given }) => {
        // With one class its probability is always 1, so there is no loss to compare.
        if (given.several || classes > 1) await assertBoth(device, scores(rows, classes, given));
      }),
      { numRuns: 40, seed: 5 },
    );
  },
);

const HOSTILE = [
  0,
  1e-30,
  -1e-30,
  1,
  -1,
  16.7,
  -16.7,
  80,
  -80,
  87.2,
  -87.2,
  88.8,
  -88.8,
  104,
  -104,
  1e4,
  -1e4,
];

testOnEveryBackend("scores up to +-1e4 do not overflow, whichever class is the label", async (device) => {
  const classes = HOSTILE.length;
  for (const several of [false, true]) {
    // Each extreme score is paired with every label or target, the other scores rotate through all columns.
    const rows = classes * 2;
    const logits = Float32Array.from(
      { length: rows * classes },
      (_, i) => HOSTILE[(i % classes + Math.floor(i / classes)) % classes],
    );
    const problem = scores(rows, classes, { several, logits });
    const truth = several
      ? problem.truth
      : { labels: Uint32Array.from({ length: rows }, (_, r) => r % classes) };
    await assertBoth(device, { ...problem, truth });
  }
  for (const level of [80, -80, 1e4, -1e4]) {
    const logits = uniforms(30 * 7, 9).map((z) => level + z);
    await assertBoth(device, scores(30, 7, { several: false, logits }));
    await assertBoth(device, scores(30, 7, { several: true, logits }));
  }
});

testOnEveryBackend("a small loss of several labels keeps its digits", async (device) => {
  // log(1 + exp(-20)) is 2e-9, but 1 + exp(-20) is 1 in float32.
  const problem: CrossEntropyProblem = {
    logits: Float32Array.of(20, -20, -30),
    rows: 1,
    classes: 3,
    weights: Float32Array.of(1),
    truth: { targets: Float32Array.of(1, 0, 0) },
  };
  const { output } = await assertRight(device, crossEntropy, { problem });
  const wanted = 2 * Math.log1p(Math.exp(-20)) + Math.log1p(Math.exp(-30));
  assert.ok(Math.abs(output[0] / wanted - 1) < 1e-5, `${output[0]}, not ${wanted}`);
});

testOnEveryBackend("a weight of 0 leaves a row out", async (device) => {
  for (const several of [false, true]) {
    const problem = scores(9, 5, { several });
    problem.weights[4] = 0;
    const loss = await assertRight(device, crossEntropy, { problem });
    const gradient = await assertRight(device, crossEntropyGradient, { problem });
    assert.equal(loss.output[4], 0);
    assert.deepEqual(gradient.output.subarray(20, 25).map(Math.abs), new Float32Array(5));
  }
});

testOnEveryBackend("a NaN score makes its row's loss NaN, and no other's", async (device) => {
  for (const several of [false, true]) {
    const problem = scores(3, 6, { several });
    problem.logits[6 + 2] = NaN;
    const operands = crossEntropy.stage(device, problem);
    const kernel = crossEntropy.kernels.find(({ backend }) => backend === device.backend)!;
    const plan = await prepareKernel(kernel, device, operands, 6);
    plan.run();
    const got = new Float32Array(await device.read(operands.output.panels[0].buffer));
    assert.deepEqual([0, 1, 2].map((row) => Number.isNaN(got[4 * row])), [false, true, false]);
    plan.destroy();
    crossEntropy.release(device, operands);
  }
});

testOnEveryBackend("no rows, and several labels of no class, give nothing or zeros", async (device) => {
  for (const several of [false, true]) await assertBoth(device, scores(0, 5, { several }));
  const problem = scores(6, 0, { several: true });
  const operands = crossEntropy.stage(device, problem);
  const kernel = crossEntropy.kernels.find(({ backend }) => backend === device.backend)!;
  device.write(operands.output.panels[0].buffer, new Float32Array(24).fill(NaN));
  const plan = await prepareKernel(kernel, device, operands, 0);
  plan.run();
  assert.deepEqual(
    new Float32Array(await device.read(operands.output.panels[0].buffer)),
    new Float32Array(24),
  );
  plan.destroy();
  crossEntropy.release(device, operands);
  await assertRight(device, crossEntropyGradient, { problem });
});

/** Problems of many widths and spreads, with scores that are hostile or not finite among them. */
function* machineProblems(): Generator<CrossEntropyProblem> {
  const strange = [...HOSTILE, NaN, Infinity, -Infinity, -0];
  for (const several of [false, true]) {
    for (let classes = 1; classes <= 40; classes++) {
      for (const spread of [1e-3, 4, 100]) yield scores(classes % 7, classes, { several, spread });
    }
    for (const classes of [47, 60, 64, 100, 121, 128, 172, 256, 300]) {
      const problem = scores(23, classes, { several });
      problem.logits.set(strange, 7 * classes);
      for (const [i, z] of strange.entries()) problem.logits[(i + 1) * classes - 1] = z;
      yield problem;
    }
  }
  yield scores(6, 0, { several: true });
}

const EMITTED = [1, 2, 4, 5, 8, 12, 15, 16, 17, 20, 21, 40, 41, 128, 300];

for (
  const [operation, ...emits] of [
    [crossEntropy, emitSoftmaxLoss, emitSigmoidLoss],
    [crossEntropyGradient, emitSoftmaxGradient, emitSigmoidGradient],
  ] as const
) {
  testMachineCode(operation, {
    problems: machineProblems,
    emitted: () => emits.flatMap((emit) => EMITTED.map((classes) => emit("avx512", { classes }))),
  });
}

testOnAdapter("scores above the binding limit are compared panel by panel", async (device) => {
  for (const several of [false, true]) {
    for (const spread of [4, 100]) {
      const problem = scores(150, 70, { several, spread });
      const { facts } = await assertRight(device, crossEntropy, { problem });
      assert.ok(facts.dispatches > 3, JSON.stringify(facts));
      await assertRight(device, crossEntropyGradient, { problem });
    }
  }
}, { bindingBytes: 12_000 });

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  for (const several of [false, true]) {
    await assertBoth(device, scores(70_001, 2, { several }), { workgroup: 1 });
  }
});

testOnEveryBackend("an invalid label is refused before anything is allocated", (device) => {
  const problem = { ...scores(3, 4, { several: false }), truth: { labels: Uint32Array.of(0, 4, 1) } };
  for (const operation of OPERATIONS) {
    assert.throws(() => operation.stage(device, problem), /found 4 at place 1, wanted a number from 0 to 3/);
    assert.throws(() => operation.stage(device, { ...problem, classes: 0 }), UsageError);
  }
  assert.equal(device.ledger.live, 0);
  return Promise.resolve();
});

testOnEveryBackend("an invalid label on the device accesses nothing outside its row", async (device) => {
  const problem = scores(3, 5, { several: false });
  const last = { ...problem, truth: { labels: Uint32Array.of(4, 4, 4) } };
  for (const operation of OPERATIONS) {
    const { output } = await assertRight(device, operation, { problem: last });
    const operands = operation.stage(device, problem);
    device.write(operands.truth.labels!, Uint32Array.of(5, 2 ** 31, 2 ** 32 - 1));
    const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
    const plan = await prepareKernel(kernel, device, operands, 5);
    plan.run();
    const { buffer, cols, stride } = operands.output.panels[0];
    const got = new Float32Array(await device.read(buffer));
    for (let row = 0; row < 3; row++) {
      const from = row * stride;
      assert.deepEqual(got.subarray(from, from + cols), output.subarray(row * cols, (row + 1) * cols));
    }
    plan.destroy();
    operation.release(device, operands);
  }
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const matrix = (rows: number, cols: number) => allocateMatrix(device, "m", rows, cols);
  const logits = matrix(4, 5), losses = matrix(4, 1), other = matrix(4, 6), none = matrix(4, 0);
  const words = device.allocate("words", 16), few = device.allocate("words", 12);
  const whole = { logits, truth: { labels: words }, weights: words };
  for (const operation of OPERATIONS) {
    const kernel = operation.kernels.find(({ backend }) => backend === device.backend)!;
    const output = operation === crossEntropy ? losses : logits;
    for (
      const wrong of [
        { weights: few },
        { truth: { labels: few } },
        { truth: { targets: other } },
        { output: other },
        ...operation === crossEntropy ? [{ logits: none }] : [{ logits: none, output: none }],
      ]
    ) {
      const operands = { ...whole, output, ...wrong } as ReturnType<typeof crossEntropy.stage>;
      await assert.rejects(() => prepareKernel(kernel, device, operands, 5), UsageError);
    }
  }
  for (const each of [logits, losses, other, none]) freeMatrix(device, each);
  for (const each of [words, few]) device.free(each);
});

Deno.test("the oracle of the gradient is the slope of the oracle of the loss", () => {
  for (const several of [false, true]) {
    const problem = scores(4, 5, { several });
    const logits = Float64Array.from(problem.logits);
    const loss = new Float64Array(1), gradient = new Float64Array(5), magnitude = new Float64Array(5);
    for (let row = 0; row < 4; row++) {
      crossEntropyGradient.oracle.row(problem, row, gradient, magnitude);
      for (let c = 0; c < 5; c++) {
        const at = (shift: number) => {
          const moved = logits.with(row * 5 + c, logits[row * 5 + c] + shift);
          crossEntropy.oracle.row({ ...problem, logits: moved }, row, loss, magnitude.subarray(0, 1));
          return loss[0];
        };
        assert.ok(Math.abs((at(1e-5) - at(-1e-5)) / 2e-5 - gradient[c]) < 1e-9);
      }
    }
  }
});
