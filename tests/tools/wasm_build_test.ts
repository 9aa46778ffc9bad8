import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { moduleSources } from "../../tools/assemblyscript/modules.ts";

const folder = fileURLToPath(new URL("../../tools/assemblyscript", import.meta.url));

async function deno(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

// The compiler is no dependency of the harness: it may be neither cached nor reachable.
const compiler = await deno("cache", "build.ts");
if (compiler.code !== 0) {
  console.log(`ignored: the AssemblyScript compiler cannot be had: ${compiler.text.trim()}`);
}

Deno.test({
  name: "every committed .wasm file and its bindings are, byte for byte, what their source gives",
  ignore: compiler.code !== 0,
  fn: async () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const { code, text } = await deno(
      "run",
      "--no-prompt",
      "--allow-env",
      `--allow-read=${root}`,
      "build.ts",
      "--check",
    );
    assert.equal(code, 0, text);
    assert.match(text, /kernels\/spmm\/spmm\.wasm: as its source gives it/);
    assert.match(text, /hardware\/cpu\/probes\.wasm: as its source gives it/);
    assert.match(text, /kernels\/spmm\/spmm_bindings\.ts: as its source gives it/);
    // It imports a source that is no module of its own.
    assert.match(text, /kernels\/gemm\/gemm\.wasm: as its source gives it/);
    assert.doesNotMatch(text, /kernels\/epilogue\.wasm/);
  },
});

Deno.test("a module is a source that no other imports, and a kernel's part of one is imported", () => {
  const sources = new Map([
    ["kernels/sum/assembly/sum.ts", 'export { sum } from "../by_rows/assembly.ts";'],
    ["kernels/sum/by_rows/assembly.ts", 'import { add } from "../../assembly/add.ts";'],
    ["kernels/assembly/add.ts", ""],
  ]);
  assert.deepEqual(moduleSources(sources), ["kernels/sum/assembly/sum.ts"]);
  sources.set("kernels/sum/by_groups/assembly.ts", "export function sum(): void {}");
  assert.throws(() => moduleSources(sources), /kernels\/sum\/by_groups\/assembly\.ts.*imports it/);
});
