import {
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { assertRight, testOnEveryBackend } from "../every_backend.ts";
import { pattern, productProblems, softmaxProblem, sumsProblem } from "./random_patterns.ts";

/**
 * Copies a problem with positive numbers, where a sum that lacks some of its terms is always outside its
 * bound.
 */
function positive<Problem extends object>(problem: Problem): Problem {
  const entries = Object.entries(problem);
  return Object.fromEntries(
    entries.map(([name, of]) => [name, of instanceof Float32Array ? of.map(Math.abs) : of]),
  ) as Problem;
}

async function assertLongRow(device: Device, length: number, shape: { heads: number; headWidth: number }) {
  const matrix = pattern(3, length, (row) => [7, length, 0][row]);
  const softmax = softmaxProblem(matrix, shape.heads), products = productProblems(matrix, shape);
  await assertRight(device, edgeSoftmax, { problem: softmax });
  await assertRight(device, edgeSoftmaxGradient, { problem: positive(softmax) });
  await assertRight(device, headSpmm, { problem: positive(products.forward) });
  await assertRight(device, headSddmm, { problem: positive(products.entries) });
  await assertRight(device, entrySums, { problem: positive(sumsProblem(matrix, shape.heads)) });
}

testOnEveryBackend("rows of 100,000 entries are right, and no entry is left out", async (device) => {
  await assertLongRow(device, 100_000, { heads: 2, headWidth: 4 });
});

// llvmpipe ends the loops of an invocation after 65,535 iterations.
testOnAdapter("rows that are too long for one invocation, or for its team, are right", async (device) => {
  await assertLongRow(device, 60_000, { heads: 1, headWidth: 64 });
  await assertLongRow(device, 300_000, { heads: 2, headWidth: 2 });
});
