import assert from "node:assert/strict";
import {
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { computePipeline } from "../../../hardware/webgpu/pipeline.ts";
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

/** Iterations of lanes 0 and 1, one lane after the other in a loop of its own. */
const COUNT = `
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@group(0) @binding(1) var<storage, read> iterations: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lane: u32) {
  var count = 0u;
  if (lane == 0u) { for (var i = 0u; i < iterations[0]; i++) { count++; } }
  if (lane == 1u) { for (var i = 0u; i < iterations[0]; i++) { count++; } }
  if (lane < 2u) { counts[lane] = count; }
}`;

testOnAdapter("loops go to their end; llvmpipe ends those of a subgroup at 65,535", async (device) => {
  const pipeline = await computePipeline(device, { label: "count", source: COUNT });
  const counts = device.allocate("counts", 8), iterations = device.allocate("iterations", 4);
  const group = device.bindGroup(pipeline, [counts, iterations]);
  for (const wanted of [40_000, 70_000]) {
    device.write(iterations, Uint32Array.of(wanted));
    device.dispatch(pipeline, group, [1, 1, 1]);
    const got = [...new Uint32Array(await device.read(counts))];
    if (device.name.startsWith("llvmpipe")) {
      const together = got[0] + got[1];
      assert(65_534 <= together && together <= 65_536, `${together}`);
    } else assert.deepEqual(got, [wanted, wanted]);
  }
  for (const buffer of [counts, iterations]) device.free(buffer);
});

testOnAdapter(
  "rows that are too long for the loops of one invocation, or of its team, are right",
  async (device) => {
    await assertLongRow(device, 60_000, { heads: 1, headWidth: 64 });
    await assertLongRow(device, 300_000, { heads: 2, headWidth: 2 });
  },
);
