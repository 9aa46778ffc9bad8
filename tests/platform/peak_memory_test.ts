import assert from "node:assert/strict";

const MODULE = new URL("../../platform/peak_memory.ts", import.meta.url).href;

/** Writes an array that is larger than all that its process has had, and prints what that did to the peak. */
const PROGRAM = `
  import { peakMemory } from ${JSON.stringify(MODULE)};
  const before = peakMemory(), { rss } = Deno.memoryUsage(), bytes = 2 * before;
  const last = new Uint8Array(bytes).fill(1)[bytes - 1];
  console.log(JSON.stringify({ before, rss, bytes, last, after: peakMemory() }));`;

Deno.test("the peak of memory grows with an array that is written, and stays when the array is gone", async () => {
  // In a process of its own: of this one the memory is that of all tests that run beside this file.
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-lock", "--no-check", `data:text/typescript,${encodeURIComponent(PROGRAM)}`],
  }).output();
  const said = new TextDecoder().decode(stdout);
  assert.notEqual(said, "", new TextDecoder().decode(stderr));
  const { before, rss, bytes, last, after } = JSON.parse(said);
  assert.ok(before >= rss / 2, `${before} bytes`);
  assert.equal(last, 1);
  assert.ok(after >= bytes, `${after} bytes after ${bytes} more`);
});
