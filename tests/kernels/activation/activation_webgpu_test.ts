import assert from "node:assert/strict";
import fc from "fast-check";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { anyCase, CASES, checkActivation, deviceOfOnes, oracleOfOnes } from "./activation_checks.ts";

testOnAdapter("activations and gradients of awkward shapes are right", async (device) => {
  for (const each of CASES) await checkActivation(device, each);
});

testOnAdapter("random shapes and epilogues are right", async (device) => {
  await fc.assert(fc.asyncProperty(anyCase, (each) => checkActivation(device, each)), {
    numRuns: 20,
    seed: 2,
  });
});

testOnAdapter(
  "dropout drops the same entries as the oracle, at every edge of the counters",
  async (device) => {
    for (const cols of [1, 4, 5, 17, 64, 300]) {
      for (const [seed, stream, step] of [[1, 2, 3], [0xffffffff, 0xfffffffe, 0xffffffff]]) {
        const epilogue = { negativeSlope: 1, dropout: { rate: 0.37, seed, stream, step } };
        const got = await deviceOfOnes(device, { rows: 123, cols }, epilogue);
        const wanted = oracleOfOnes(123, cols, epilogue);
        assert.deepEqual(got.map((entry) => entry === 0 ? 0 : 1), wanted.map((entry) => entry === 0 ? 0 : 1));
      }
    }
  },
);

testOnAdapter(
  "matrices above the binding limit are right in panels, with the mask of the whole matrix",
  async (device) => {
    for (const epilogue of CASES.slice(-3).map((each) => each.epilogue)) {
      await checkActivation(device, { rows: 70, cols: 131, epilogue });
      await checkActivation(device, { rows: 200, cols: 30, epilogue });
    }
  },
  { bindingBytes: 12_000 },
);
