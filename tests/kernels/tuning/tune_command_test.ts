import assert from "node:assert/strict";
import { instructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";
import { planTuning, tuneOpen } from "../../../kernels/tuning/tune_command.ts";
import { conditionsOn } from "../../../kernels/tuning/tuning_conditions.ts";
import { readTuning, tuningPath } from "../../../kernels/tuning/tuning_file.ts";
import { DeviceError, MissingError } from "../../../platform/errors.ts";
import { systemCode } from "../../../platform/system_error.ts";
import { adapterInUse, testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

/** Kind of the adapter that tests run on. */
async function kindInUse(): Promise<string | undefined> {
  if (adapterInUse === undefined) return undefined;
  const device = await openWebGpuDevice({ allowSoftware: true });
  device.close();
  return device.adapterKind;
}

Deno.test({
  name: "a choice among GPUs is refused where machine code is tuned",
  ignore: instructionSet().isa === "none",
  fn: async () => {
    const request = { device: "x86", threads: 1 } as const;
    await assert.rejects(planTuning({ ...request, adapter: 1 }), /adapter 1 for a CPU.*leave --adapter out/);
    await assert.rejects(planTuning({ ...request, webgpu: "dawn" }), /by dawn for a CPU.*leave --webgpu out/);
  },
});

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
    assert.match(plan, /at most some 70 seconds.*; kept in .*webgpu-[a-z]+-[0-9a-f]{12}\.json$/);
    assert.match(
      await planTuning({ ...request, allowSoftware: true, budget: 20 }),
      /at most some 20 seconds/,
    );
  },
});

testOnAdapter("a folder that takes no file ends tuning before anything is measured", async (device) => {
  const file = await Deno.makeTempFile(), said: string[] = [];
  const { signal } = new AbortController();
  try {
    const tuning = tuneOpen(device, {
      widths: [64],
      rounds: 3,
      seed: 1,
      budget: Infinity,
      folder: `${file}/tuning`,
      signal,
      say: (line) => said.push(line),
    });
    await assert.rejects(tuning, (error) => ["ENOTDIR", "EEXIST"].includes(systemCode(error) ?? ""));
    assert.deepEqual(said, []);
  } finally {
    await Deno.remove(file);
  }
});

testOnAdapter(
  "a device that is lost ends tuning with an error, and what was chosen before is kept",
  async (device) => {
    const folder = await Deno.makeTempDir(),
      conditions = conditionsOn(device),
      { signal } = new AbortController();
    const path = tuningPath(conditions, folder);
    /** Tunes until a number of choices is said, and the device is lost within the next one's turns. */
    const tuneUntil = async (most: number) => {
      let choices = 0;
      device.time = async (run, calls) => {
        if (choices === most) device.gpu.destroy();
        run();
        await device.finish();
        return calls;
      };
      const say = (line: string) => {
        assert(!line.includes("left out"), line);
        if (/^\S.*: (load|dimWorkers|workgroup) \d+, the default$/.test(line)) choices++;
      };
      const sizes = { cacheBytes: 2 ** 15, work: 2 ** 12 };
      assert.equal(await tuneOpen(device, { widths: [64], rounds: 3, sizes, folder, signal, say }), path);
      assert.equal(choices, 12);
    };
    const kept = async () =>
      (await readTuning(path, conditions))!.choices.map(({ name, parameter }) => `${name}: ${parameter}`);
    try {
      await tuneUntil(Infinity);
      const all = await kept();
      await Deno.remove(path);
      await assert.rejects(tuneUntil(2), (error: Error) => {
        assert(error instanceof DeviceError, String(error));
        assert.match(error.message, /a lost device .*, with 10 of 12 numbers to go/);
        assert.match(error.message, /Next: run tune again; what was chosen before is kept in .*\.json$/);
        return true;
      });
      assert.deepEqual(await kept(), all.slice(0, 2));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
