/**
 * Lines of put-together shaders, mapped back to their files.
 *
 * @module
 */
import assert from "node:assert/strict";
import { shaderPlace } from "../../../experiments/watch/shader_place.ts";

const PRELUDE = "const A = 1;\nconst B = 2;\n", KERNEL = "fn main() {\n  oops\n}\n";
const FILES = new Map([["prelude.wgsl", PRELUDE], ["kernel.wgsl", KERNEL], ["empty.wgsl", ""]]);

Deno.test("a line of a put-together source is that of the file which has it", () => {
  const source = `const GENERATED = 8;\n${PRELUDE}${KERNEL}`;
  const places = source.trimEnd().split("\n").map((_, i) => shaderPlace(source, i + 1, FILES));
  assert.deepEqual(places, [
    undefined,
    { path: "prelude.wgsl", line: 1 },
    { path: "prelude.wgsl", line: 2 },
    { path: "kernel.wgsl", line: 1 },
    { path: "kernel.wgsl", line: 2 },
    { path: "kernel.wgsl", line: 3 },
  ]);
});

Deno.test("a file without a last line break ends where the next one begins", () => {
  const files = new Map([["a.wgsl", "one"], ["b.wgsl", "two\nthree"]]);
  assert.deepEqual(shaderPlace("one\ntwo\nthree", 3, files), { path: "b.wgsl", line: 2 });
  assert.deepEqual(shaderPlace("one\ntwo\nthree", 1, files), { path: "a.wgsl", line: 1 });
});

Deno.test("a file that the source does not have has none of its lines", () => {
  assert.equal(shaderPlace(KERNEL, 2, new Map([["other.wgsl", PRELUDE]])), undefined);
});
