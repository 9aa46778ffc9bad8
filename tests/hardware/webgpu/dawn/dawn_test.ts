import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { requestAdapter } from "../../../../hardware/webgpu/adapter.ts";
import { dawnAdapterName } from "../../../../hardware/webgpu/adapter_lists.ts";
import { chooseImplementation, shorterWait } from "../../../../hardware/webgpu/choose_implementation.ts";
import { findDawn } from "../../../../hardware/webgpu/dawn/dawn.ts";
import { WEBGPU_VARIABLE } from "../../../../hardware/webgpu/implementation.ts";
import { openWebGpuDevice } from "../../../../hardware/webgpu/open_device.ts";
import { systemVulkan, webGpuGrants } from "../../../../hardware/webgpu/vulkan.ts";

/** Runs `work` with another value of a variable. */
async function withVariable(name: string, value: string, work: () => Promise<void>): Promise<void> {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  try {
    await work();
  } finally {
    before === undefined ? Deno.env.delete(name) : Deno.env.set(name, before);
  }
}

Deno.test("Dawn's adapter has the name that the runtime's own has for the same device", () => {
  const info = (device: string) =>
    ({
      vendor: "nvidia",
      architecture: "hopper",
      device,
      description: "NVIDIA driver 550.9",
    }) as GPUAdapterInfo;
  const names = ["AMD Radeon RX 7900 XTX (RADV NAVI31)", "NVIDIA H200"];
  assert.equal(dawnAdapterName(info("nvidia-h200"), names), "NVIDIA H200");
  assert.equal(dawnAdapterName(info("amd-radeon-rx-7900-xtx-radv-navi31-"), names), names[0]);
  assert.equal(dawnAdapterName(info("nvidia-h100"), names), "nvidia-h100");
  assert.equal(dawnAdapterName(info(""), names), "NVIDIA driver 550.9");
});

const { library, reason } = findDawn();
const dawn = library === undefined
  ? { adapter: undefined, reason }
  : await requestAdapter({ webgpu: "dawn", allowSoftware: true });
if (dawn.adapter === undefined) console.log(`Tests of Dawn are ignored: ${dawn.reason}`);

/** Reason for which Dawn cannot be asked about the system's drivers; undefined where it can. */
async function noSystemDrivers(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return "Dawn takes Vulkan drivers on Linux only";
  if (library === undefined) return reason;
  if (systemVulkan().loader === undefined) return "the system has no Vulkan drivers, or they are hidden";
  return (await requestAdapter()).adapter && "there is a GPU, whose drivers Dawn does not refuse";
}

const noDrivers = await noSystemDrivers();
if (noDrivers !== undefined) {
  console.log(`Dawn's refusal of the system's drivers is not tested: ${noDrivers}`);
}

Deno.test({
  name:
    "where Dawn refuses the system's drivers and SwiftShader is not unpacked, the answer says how to unpack it",
  ignore: noDrivers !== undefined,
  fn: async () => {
    const module = JSON.stringify(new URL("../../../../hardware/webgpu/adapter.ts", import.meta.url).href);
    const cache = await Deno.makeTempDir(), script = join(cache, "ask.ts");
    try {
      const folder = dirname(library!);
      await Deno.symlink(folder, join(cache, basename(folder)));
      await Deno.writeTextFile(
        script,
        `import { requestAdapter } from ${module};
         const { reason, next } = await requestAdapter({ webgpu: "dawn", allowSoftware: true });
         console.log(JSON.stringify([reason, next]));`,
      );
      const flags = ["env", "read", "ffi", "sys"].map((each) => `--allow-${each}`);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--no-lock", "--no-check", "--quiet", ...flags, script],
        env: { GNN_REPRO_CACHE: cache },
      }).output();
      const [reason, next] = JSON.parse(new TextDecoder().decode(stdout) || "[]");
      assert.match(reason, /drivers that Dawn can use, and no SwiftShader/, new TextDecoder().decode(stderr));
      assert.match(next, /GNN_REPRO_HIDE_NATIVE=vulkan/);
    } finally {
      await Deno.remove(cache, { recursive: true });
    }
  },
});

Deno.test("the implementation with the shorter wait is taken, on one adapter only", () => {
  const native = { name: "X", waitMs: 11.2 }, dawn = { name: "X", waitMs: 0.02 };
  assert.deepEqual(shorterWait(native, dawn), {
    webgpu: "dawn",
    because: "it waits 0.020 ms for the GPU, native 11.2 ms",
  });
  assert.equal(shorterWait({ ...native, waitMs: 0.01 }, dawn).webgpu, "native");
  assert.equal(shorterWait(native, { ...dawn, name: "Y" }).webgpu, "native");
  assert.equal(shorterWait(native, { reason: "no adapter" }).because, "Dawn has no adapter");
  assert.equal(shorterWait({ reason: "no adapter" }, dawn).webgpu, "dawn");
});

Deno.test("another name in the variable is refused", async () => {
  const [adapter, choose, errors] = [
    "webgpu/adapter.ts",
    "webgpu/choose_implementation.ts",
    "../platform/errors.ts",
  ]
    .map((path) => JSON.stringify(new URL(`../../../../hardware/${path}`, import.meta.url).href));
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      script,
      `import { requestAdapter } from ${adapter};
       import { chooseImplementation } from ${choose};
       import { UsageError } from ${errors};
       for (const call of [requestAdapter, () => chooseImplementation({})]) {
         await call().then(
           () => console.log("no error"),
           (error) => console.log(error instanceof UsageError, error.message),
         );
       }`,
    );
    // In a process of its own: tests that run beside this one share the environment.
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", "--no-check", "--quiet", script],
      env: { [WEBGPU_VARIABLE]: "wgpu" },
    }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    assert.equal(lines.length, 2, lines.join("\n"));
    for (const line of lines) assert.match(line, /^true .*GNN_REPRO_WEBGPU=wgpu, wanted native or dawn/);
  } finally {
    await Deno.remove(script);
  }
});

Deno.test("Dawn that is not fetched is a reason with its command, and the runtime's own is taken", async () => {
  const empty = await Deno.makeTempDir();
  try {
    await withVariable("GNN_REPRO_CACHE", empty, () =>
      withVariable(WEBGPU_VARIABLE, "", async () => {
        const choice = await requestAdapter({ webgpu: "dawn", allowSoftware: true });
        assert(choice.adapter === undefined);
        assert.match(`${choice.reason}: ${choice.next}`, /not fetched.*: run deno task dawn:setup/);
        assert.deepEqual((await chooseImplementation({})).webgpu, "native");
        assert(webGpuGrants().ffi.every((path) => !path.includes("dawn")));
      }));
  } finally {
    await Deno.remove(empty, { recursive: true });
  }
});

Deno.test({
  name: "a device by Dawn computes, says what it is, and may load only its library",
  ignore: dawn.adapter === undefined,
  fn: async () => {
    assert(webGpuGrants().ffi.includes(library!));
    const device = await openWebGpuDevice({ webgpu: "dawn", allowSoftware: true, because: "a test" });
    try {
      assert.equal(device.webgpu, "dawn");
      const { webgpu, "webgpu choice": because } = device.facts!;
      assert.deepEqual([webgpu, because], ["dawn", "a test"]);
      assert(device.calibration.waitMs > 0 && device.calibration.waitMs < Infinity);
      // Dawn reads shared memory at the price of the process; the device copies it.
      const shared = new Uint32Array(new SharedArrayBuffer(32)).fill(7);
      const buffer = device.allocate("shared", 32);
      device.write(buffer, shared);
      assert.deepEqual([...new Uint32Array(await device.read(buffer))], Array(8).fill(7));
    } finally {
      device.close();
    }
  },
});

Deno.test({
  name: "a test run that ends while Dawn still has questions ends without a crash",
  ignore: dawn.adapter === undefined || Deno.build.os !== "linux",
  fn: async () => {
    const folder = await Deno.makeTempDir(), script = join(folder, "questions_test.ts");
    const open = new URL("../../../../hardware/webgpu/open_device.ts", import.meta.url).href;
    try {
      await Deno.writeTextFile(
        script,
        `import { openWebGpuDevice } from ${JSON.stringify(open)};
         const options = { allowSoftware: true };
         (await openWebGpuDevice({ ...options, webgpu: "native" })).close();
         Deno.test("devices", async () => {
           for (let i = 0; i < 3; i++) (await openWebGpuDevice({ ...options, webgpu: "dawn" })).close();
         });`,
      );
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["test", "-A", "--no-lock", "--no-check", script],
        env: { GNN_REPRO_HIDE_NATIVE: "vulkan", NO_COLOR: "1" },
      }).output();
      const text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
      assert.equal(code, 0, text);
      assert.match(text, /1 passed/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
