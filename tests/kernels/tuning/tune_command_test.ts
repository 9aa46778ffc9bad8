import assert from "node:assert/strict";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";
import { planTuning } from "../../../kernels/tuning/tune_command.ts";
import { MissingError } from "../../../platform/errors.ts";
import { adapterInUse } from "../../hardware/webgpu/any_adapter.ts";

/** Kind of the adapter that tests run on. */
async function kindInUse(): Promise<string | undefined> {
  if (adapterInUse === undefined) return undefined;
  const device = await openWebGpuDevice({ allowSoftware: true });
  device.close();
  return device.adapterKind;
}

Deno.test({
  name: "an adapter that emulates a GPU is tuned for a rehearsal only, and a plan says what it costs",
  ignore: await kindInUse() !== "software",
  fn: async () => {
    const request = { device: "webgpu", threads: 1, widths: [64] } as const;
    await assert.rejects(planTuning(request), (error) => {
      assert.ok(error instanceof MissingError);
      assert.match(error.message, /software adapter.*--allow-software/);
      return true;
    });
    const plan = await planTuning({ ...request, allowSoftware: true });
    assert.ok(plan.startsWith(`On ${adapterInUse}, WebGPU by `), plan);
    assert.equal(plan.match(/: workgroup 64, the default, or 128, 256$/gm)?.length, 4);
    assert.match(plan, /at most some 55 seconds.*; kept in .*webgpu-[a-z]+-[0-9a-f]{12}\.json$/);
    assert.match(
      await planTuning({ ...request, allowSoftware: true, budget: 20 }),
      /at most some 20 seconds/,
    );
  },
});
