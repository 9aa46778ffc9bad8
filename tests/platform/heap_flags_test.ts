import assert from "node:assert/strict";
import { heapFlags } from "../../platform/heap_flags.ts";

/** Whole collections of a program of these flags that holds typed arrays and replaces others. */
async function collections(flags: readonly string[], held: number): Promise<number> {
  const program = `
    const held = Array.from({ length: ${held} }, () => new Float32Array(2 ** 22));
    let sum = 0;
    for (let i = 0; i < 1000; i++) sum += new Float32Array(2 ** 18).length;
    console.log(held.length + sum);`;
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", ...flags, `data:text/javascript,${encodeURIComponent(program)}`],
    env: { DENO_V8_FLAGS: "--trace-gc", NO_COLOR: "1" },
    stderr: "null",
  }).output();
  assert(success);
  const lines = new TextDecoder().decode(stdout).split("\n");
  return lines.filter((line) => /Mark-Compact.*external memory pressure/.test(line)).length;
}

Deno.test("arrays that a machine has memory for do not make V8 collect all the time", async () => {
  // 2 GiB, whose pages are never written: beyond twice a heap of 256 MiB, below that of half of 4 GiB.
  const often = await collections(["--v8-flags=--max-old-space-size=256"], 128);
  const seldom = await collections(heapFlags(2 ** 32), 128);
  assert(often > 50 && seldom < 20, `${often} collections, then ${seldom}`);
});

Deno.test("a heap may take half the memory, and is left alone where that is not known or the user set it", () => {
  assert.deepEqual(heapFlags(2 ** 34), ["--v8-flags=--max-old-space-size=8192,--expose-gc"]);
  assert.deepEqual(heapFlags(0), ["--v8-flags=--expose-gc"]);
  assert.deepEqual(heapFlags(2 ** 34, "--trace-gc,--max_old_space_size=700"), ["--v8-flags=--expose-gc"]);
});
