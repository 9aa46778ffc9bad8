import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findDawn } from "../hardware/webgpu/dawn/dawn.ts";
import { findSwiftShader } from "../hardware/webgpu/software.ts";
import { systemVulkan } from "../hardware/webgpu/vulkan.ts";

const RUN = fileURLToPath(new URL("./run.ts", import.meta.url));
const FLAGS = ["--allow-read", "--allow-write", "--allow-env", "--allow-run", "--allow-sys"];

/** The last line and the exit code of a run over one file of tests. */
async function runOver(tests: string, ...flags: string[]): Promise<{ last: string; code: number }> {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "some_test.ts");
    await Deno.writeTextFile(file, tests);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...FLAGS, RUN, ...flags, file],
      env: { NO_COLOR: "1", GNN_REPRO_HIDE_NATIVE: "" },
      stdin: "null",
    }).output();
    return { last: new TextDecoder().decode(stdout).trimEnd().split("\n").at(-1)!, code };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const TESTS = `
  import { testOnThreads } from ${JSON.stringify(new URL("./hardware/cpu/threads.ts", import.meta.url).href)};
  testOnThreads("is of the CPU", () => Promise.resolve());
  Deno.test("passes", () => {});
  Deno.test({ name: "is skipped", ignore: true, fn: () => {} });
  Deno.test("has the system's adapter", () => {
    if (Deno.env.get("GNN_REPRO_HIDE_NATIVE")?.includes("vulkan")) throw new Error("hidden");
  });`;

Deno.test("a run ends with its counts, and an unknown choice of adapters with exit code 2", async () => {
  assert.deepEqual(await runOver(TESTS), { last: "3 passed, 0 failed, 1 skipped", code: 0 });
  assert.deepEqual(await runOver(TESTS, "--no-check", "--adapters=one"), {
    last: "3 passed, 0 failed, 1 skipped",
    code: 0,
  });
  assert.equal((await runOver(TESTS, "--no-check", "--adapters", "three")).code, 2);
  assert.deepEqual(await runOver(`Deno.test("fails", () => Deno.exit(9));`, "--no-check"), {
    last: "0 passed, 1 failed",
    code: 1,
  });
});

Deno.test({
  name:
    "runs on all adapters are added up, the CPU's tests run once, and a failure on the second is a failure",
  ignore: systemVulkan().loader === undefined || findSwiftShader().folder === undefined,
  fn: async () => {
    const byDawn = findDawn().library !== undefined;
    assert.deepEqual(await runOver(TESTS, "--no-check", "--adapters", "both"), {
      last: byDawn ? "6 passed, 1 failed, 3 skipped" : "4 passed, 1 failed, 2 skipped",
      code: 1,
    });
  },
});
