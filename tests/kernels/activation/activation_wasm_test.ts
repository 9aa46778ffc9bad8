import assert from "node:assert/strict";
import fc from "fast-check";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { activation } from "../../../kernels/activation/mod.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { anyCase, CASES, checkActivation, deviceOfOnes, oracleOfOnes } from "./activation_checks.ts";

async function onThreads(threads: number, test: (device: WasmDevice) => Promise<void>) {
  const device = openWasmDevice({ threads });
  try {
    await test(device);
  } finally {
    device.close();
  }
}

Deno.test("activations and gradients of awkward shapes are right on 1 to 3 threads", async () => {
  for (const threads of [1, 2, 3]) {
    await onThreads(threads, async (device) => {
      for (const each of CASES) await checkActivation(device, each);
    });
  }
});

Deno.test("100 random shapes and epilogues are right", async () => {
  await onThreads(2, async (device) => {
    await fc.assert(fc.asyncProperty(anyCase, (each) => checkActivation(device, each)), { numRuns: 100 });
  });
});

Deno.test("dropout drops the same entries as the oracle, at every width and every edge of the counters", async () => {
  await onThreads(3, async (device) => {
    for (const cols of [1, 2, 3, 4, 5, 15, 16, 17, 64, 300]) {
      for (const [seed, stream, step] of [[1, 2, 3], [0xffffffff, 0xfffffffe, 0xffffffff], [0, 0, 0]]) {
        const epilogue = { negativeSlope: 1, dropout: { rate: 0.37, seed, stream, step } };
        const got = await deviceOfOnes(device, { rows: 123, cols }, epilogue);
        assert.deepEqual(got, oracleOfOnes(123, cols, epilogue));
      }
    }
  });
});

Deno.test("operands that do not fit are refused", async () => {
  await onThreads(1, async (device) => {
    const stage = (rows: number, cols: number) =>
      activation.stage(device, {
        x: new Float32Array(rows * cols),
        rows,
        cols,
        epilogue: { negativeSlope: 0, bias: new Float32Array(cols) },
      });
    const small = stage(3, 4), large = stage(3, 5);
    for (const changed of [{ ...small, y: large.y }, { ...small, epilogue: large.epilogue }]) {
      const [kernel] = activation.kernels;
      await assert.rejects(() => prepareKernel(kernel, device, changed as typeof small, 4), UsageError);
    }
    for (const operands of [small, large]) activation.release(device, operands);
    assert.equal(device.ledger.live, 0);
  });
});
