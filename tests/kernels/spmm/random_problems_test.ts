import assert from "node:assert/strict";
import fc from "fast-check";
import type { Device } from "../../../hardware/device.ts";
import { IS_REPEATED, testOnCpu } from "../../hardware/cpu/threads.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkEveryKernel } from "./every_kernel.ts";
import { chosenParameters, randomProblems } from "./random_problems.ts";

/**
 * Number of problems: enough to include empty rows, hubs and every partial last vector many times. A pass on
 * another adapter looks for what differs there in each kernel, not for every shape again: SwiftShader takes a
 * second for each.
 */
const RANDOM_PROBLEMS = { wasm: 500, x86: 1000, webgpu: IS_REPEATED ? 25 : 250 } as const;

async function checkRandomProblems(device: Device): Promise<void> {
  const numRuns = RANDOM_PROBLEMS[device.backend];
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(randomProblems, fc.nat(11), async (problem, pick) => {
      refused += await checkEveryKernel(device, problem, (kernel) => chosenParameters(kernel, pick));
    }),
    { numRuns },
  );
  assert.ok(refused <= numRuns / 20, `fixed point refused ${refused} of ${numRuns}`);
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(
    backend,
    `${RANDOM_PROBLEMS[backend]} random matrices are right with every kernel on ${backend}`,
    checkRandomProblems,
    [2],
  );
}

testOnAdapter(
  `${RANDOM_PROBLEMS.webgpu} random matrices are right with every kernel on WebGPU`,
  checkRandomProblems,
);
