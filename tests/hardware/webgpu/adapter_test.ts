import assert from "node:assert/strict";
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import { adapterKind, adapterName } from "../../../hardware/webgpu/found_adapter.ts";
import { capability } from "../../../hardware/webgpu/capability.ts";
import { findSwiftShader } from "../../../hardware/webgpu/software.ts";
import { webGpuGrants } from "../../../hardware/webgpu/vulkan.ts";
import { adapterInUse } from "./any_adapter.ts";

const info = (description: string, vendor = "4318", device = "") =>
  ({ description, vendor, architecture: "", device }) as GPUAdapterInfo;

Deno.test("emulations are told from GPUs by name and vendor", () => {
  const software = [
    "llvmpipe (LLVM 15.0.6, 256 bits)",
    "SwiftShader Device (Subzero)",
    "Microsoft Basic Render Driver",
  ];
  for (const name of software) assert.equal(adapterKind(info(name)), "software", name);
  const hardware = [
    "NVIDIA H200",
    "AMD Radeon RX 7900 XTX (RADV NAVI31)",
    "Apple M3 Max",
    "Intel(R) Arc(TM) A770",
    "Warpdrive X",
  ];
  for (const name of hardware) assert.equal(adapterKind(info(name)), "hardware", name);
  assert.equal(adapterKind(info("", "6880")), "software");
  assert.equal(adapterName(info("", "4318", "9013")), "4318 9013");
});

Deno.test({
  name: "an adapter number that does not exist is an answer, not an exception",
  ignore: adapterInUse === undefined,
  fn: async () => {
    const choice = await requestAdapter({ allowSoftware: true, adapterIndex: 99 });
    assert.equal(choice.adapter, undefined);
    assert(choice.adapter === undefined && choice.next.includes("--adapter 0"));
  },
});

Deno.test("a software adapter is never chosen unless it is allowed", async () => {
  const choice = await requestAdapter();
  if (choice.adapter !== undefined) assert.equal(choice.kind, "hardware");
  else assert(choice.reason.length > 0 && choice.next.length > 0);
  const { present, detail } = await capability();
  assert.equal(present, choice.adapter !== undefined);
  assert(detail.length > 0);
});

Deno.test("SwiftShader that is not unpacked is a reason", () => {
  const before = Deno.env.get("GNN_REPRO_CACHE");
  const empty = Deno.makeTempDirSync();
  try {
    Deno.env.set("GNN_REPRO_CACHE", empty);
    const { folder, reason } = findSwiftShader();
    assert.equal(folder, undefined);
    assert.match(reason!, /not unpacked|is for Linux on x86-64/);
  } finally {
    if (before === undefined) Deno.env.delete("GNN_REPRO_CACHE");
    else Deno.env.set("GNN_REPRO_CACHE", before);
    Deno.removeSync(empty, { recursive: true });
  }
});

/** Output of a process with these flags that looks for an adapter. */
async function childAnswer(flags: string[], env: Record<string, string> = {}): Promise<string> {
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const module = new URL("../../../hardware/webgpu/adapter.ts", import.meta.url).href;
    await Deno.writeTextFile(
      script,
      `import { requestAdapter } from ${JSON.stringify(module)};
       const choice = await requestAdapter({ allowSoftware: true });
       console.log(choice.adapter ? choice.name : "absent: " + choice.reason);`,
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-lock", "--no-check", "--quiet", ...flags, script],
      env,
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  } finally {
    await Deno.remove(script);
  }
}

Deno.test({
  name: "a process with the computed grants and nothing more finds the same adapter",
  ignore: adapterInUse === undefined,
  fn: async () => {
    const { ffi, env, read } = webGpuGrants();
    const flags = Object.entries({ ffi, env, read }).filter(([, list]) => list.length > 0)
      .map(([name, list]) => `--allow-${name}=${list.join(",")}`);
    assert.equal(await childAnswer(flags), adapterInUse);
  },
});

Deno.test({
  name: "a process without permissions gets a reason",
  ignore: Deno.build.os !== "linux",
  fn: async () => assert.match(await childAnswer([]), /^absent: .*(env|permission)/),
});

Deno.test({
  name: "a machine with neither Vulkan nor SwiftShader gets a reason, even where OpenGL works",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const cache = await Deno.makeTempDir();
    const answer = await childAnswer(["--allow-env", "--allow-read"], {
      GNN_REPRO_HIDE_NATIVE: "vulkan",
      GNN_REPRO_WEBGPU: "native",
      GNN_REPRO_CACHE: cache,
    });
    await Deno.remove(cache, { recursive: true });
    assert.match(answer, /^absent: no Vulkan loader.*no permission to run/);
  },
});
