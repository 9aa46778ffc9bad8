import assert from "node:assert/strict";
import fc from "fast-check";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { openX86Device } from "../../../hardware/cpu/x86/device.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkEveryKernel } from "./every_kernel.ts";
import { chosenParameters, randomProblems } from "./random_problems.ts";

/** Number of problems: enough to include empty rows, hubs and every partial last vector many times. */
const RANDOM_PROBLEMS = 500;

async function checkRandomProblems(device: Device): Promise<void> {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(randomProblems, fc.nat(11), async (problem, pick) => {
      refused += await checkEveryKernel(device, problem, (kernel) => chosenParameters(kernel, pick));
    }),
    { numRuns: RANDOM_PROBLEMS },
  );
  assert.ok(refused <= RANDOM_PROBLEMS / 20, `fixed point refused ${refused} of ${RANDOM_PROBLEMS}`);
}

Deno.test(`${RANDOM_PROBLEMS} random matrices are right with every kernel on the CPU`, async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    await checkRandomProblems(device);
  } finally {
    device.close();
  }
});

Deno.test({
  name: `${RANDOM_PROBLEMS} random matrices are right with every kernel of machine code`,
  ignore: NO_MACHINE_CODE !== undefined,
  fn: async () => {
    const device = openX86Device({ threads: 2 });
    try {
      await checkRandomProblems(device);
    } finally {
      device.close();
    }
  },
});

testOnAdapter(
  `${RANDOM_PROBLEMS} random matrices are right with every kernel on WebGPU`,
  checkRandomProblems,
);
