import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ActivationShape,
  emitActivation,
  emitGradient,
} from "../../../kernels/activation/entry_wise/code_x86.ts";
import { activation, activationGradient } from "../../../kernels/activation/mod.ts";
import { uniforms } from "../every_backend.ts";
import { randomEpilogue } from "../gemm/gemm_problem.ts";
import { testMachineCode } from "../machine_code_checks.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { anyCase, CASES, checkActivation, deviceOfOnes, oracleOfOnes } from "./activation_checks.ts";

testOnX86("activations and gradients of awkward shapes are right on 1 to 3 threads", async (device) => {
  for (const each of CASES) await checkActivation(device, each);
});

testOnX86("250 random shapes and epilogues are right", async (device) => {
  await fc.assert(fc.asyncProperty(anyCase, (each) => checkActivation(device, each)), { numRuns: 250 });
}, [2]);

testOnX86(
  "dropout drops the same entries as the oracle, at every width and every edge of the counters",
  async (device) => {
    for (const cols of [1, 4, 5, 16, 17, 29, 32, 33, 64, 100, 300]) {
      for (const [seed, stream, step] of [[1, 2, 3], [0xffffffff, 0xfffffffe, 0xffffffff], [0, 0, 0]]) {
        for (const bias of [undefined, new Float32Array(cols)]) {
          const dropout = { rate: 0.37, seed, stream, step };
          const epilogue = { negativeSlope: 1, dropout, ...(bias ? { bias } : {}) };
          const got = await deviceOfOnes(device, { rows: 123, cols }, epilogue);
          assert.deepEqual(got, oracleOfOnes(123, cols, epilogue));
        }
      }
    }
  },
  [3],
);

/** Problems of many widths with every combination of a bias, a slope and dropout. */
function* problems() {
  for (const cols of [1, 4, 5, 8, 12, 16, 28, 32, 36, 44, 60, 64, 100, 128, 256, 300]) {
    for (const biased of [true, false]) {
      for (const negativeSlope of [0, 0.25]) {
        for (const dropout of [undefined, { rate: 0, step: 3 }, { rate: 0.6, step: 7 }]) {
          const choice = { negativeSlope, biased, ...(dropout ? { dropout } : {}) };
          const rows = 1 + cols % 11, x = uniforms(rows * cols, cols);
          x.set([NaN, Infinity, -Infinity, -0].slice(0, cols), (rows - 1) * cols);
          yield { x, rows, cols, epilogue: randomEpilogue(choice, cols, cols) };
        }
      }
    }
  }
}

/** Every kind of code: items are rows of a matrix with a bias, or groups of vectors. */
const SHAPES: readonly ActivationShape[] = [true, false].flatMap((drops) => [
  ...[4, 8, 12, 64, 76, 128, 300].map((floats) => ({ floats, last: 0, drops, period: floats })),
  ...[0, 4, 16, 44, 60].map((last) => ({ floats: 64, last, drops, period: 0 })),
  ...[0, 16, 48].map((last) => ({ floats: 64, last, drops, period: 16 })),
]);

testMachineCode(activation, {
  problems,
  emitted: () => SHAPES.map((shape) => emitActivation("avx512", shape)),
});

testMachineCode(activationGradient, {
  *problems() {
    for (const { x, ...rest } of problems()) yield { y: x, gradient: uniforms(x.length, 5), ...rest };
  },
  emitted: () => SHAPES.map((shape) => emitGradient("avx512", shape)),
});
