import assert from "node:assert/strict";
import { openBeside, openDevice } from "../../hardware/open_device.ts";
import { ISA_VARIABLE } from "../../hardware/cpu/x86/instruction_set.ts";
import { requestAdapter } from "../../hardware/webgpu/adapter.ts";
import { MissingError, UsageError } from "../../platform/errors.ts";
import type { Tuning } from "../../hardware/tuning.ts";
import { adapterInUse } from "./webgpu/any_adapter.ts";
import { NO_MACHINE_CODE } from "./cpu/x86/machine_code.ts";

/** Backend of the device that a name opens. */
async function backendOf(device: string): Promise<string> {
  const opened = await openDevice({ device, threads: 1 });
  try {
    return opened.backend;
  } finally {
    opened.close();
  }
}

Deno.test("auto prefers a GPU to machine code, and machine code to WebAssembly", async () => {
  const { adapter } = await requestAdapter({ allowSoftware: false });
  const onCpu = NO_MACHINE_CODE === undefined ? "x86" : "wasm";
  assert.equal(await backendOf("auto"), adapter === undefined ? onCpu : "webgpu");
  const before = Deno.env.get(ISA_VARIABLE);
  Deno.env.set(ISA_VARIABLE, "none");
  try {
    assert.equal(await backendOf("auto"), adapter === undefined ? "wasm" : "webgpu");
  } finally {
    before === undefined ? Deno.env.delete(ISA_VARIABLE) : Deno.env.set(ISA_VARIABLE, before);
  }
});

Deno.test("a device of another name is refused", async () => {
  await assert.rejects(() => openDevice({ device: "tpu", threads: 1 }), UsageError);
});

Deno.test("a choice among GPUs beside a CPU's name is refused", async () => {
  for (const device of ["wasm", "x86"]) {
    for (const choice of [{ adapter: 0 }, { webgpu: "native" }, { webgpu: "dawn" }] as const) {
      await assert.rejects(openDevice({ device, threads: 1, ...choice }), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, "adapter" in choice ? /adapter 0 for a CPU/ : /WebGPU by \w+ for a CPU/);
        return true;
      });
    }
  }
  const device = await openDevice({ device: "wasm", threads: 1, webgpu: "auto" });
  device.close();
});

Deno.test("auto does not take the CPU for an adapter that is not there", async () => {
  await assert.rejects(openDevice({ device: "auto", threads: 1, adapter: 99 }), MissingError);
});

const TUNING: Tuning = {
  panel: () => undefined,
  tile: () => undefined,
  launch: () => ({}),
  takeUsed: () => [],
};

for (
  const [device, there] of [["x86", NO_MACHINE_CODE === undefined], [
    "webgpu",
    adapterInUse !== undefined,
  ]] as const
) {
  Deno.test({
    name: `the tuning of an open ${device} device is looked for once, and a device beside has it, too`,
    ignore: !there,
    fn: async () => {
      const asked: string[] = [];
      const opened = await openDevice({
        device,
        threads: 1,
        tuning: ({ backend }) => {
          asked.push(backend);
          return Promise.resolve(TUNING);
        },
      });
      try {
        const beside = await openBeside(opened, 2 ** 26);
        beside.close();
        assert.deepEqual([opened.tuning, beside.tuning, asked], [TUNING, TUNING, [device]]);
      } finally {
        opened.close();
      }
    },
  });
}
