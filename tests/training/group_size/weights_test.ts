import assert from "node:assert/strict";
import { DataError } from "../../../platform/errors.ts";
import { decodeWeights, encodeWeights } from "../../../training/group_size/weights.ts";

const FILE = encodeWeights(
  new Map([["a", Float64Array.of(0.5, -2, 1 / 3)], ["b", Float64Array.of(1e-7)]]),
  { command: "train", training: { seed: 1 } },
);

Deno.test("weights come back rounded to float16", () => {
  const weights = decodeWeights(JSON.parse(JSON.stringify(FILE)));
  assert.deepEqual([...weights.keys()], ["a", "b"]);
  assert.deepEqual([...weights.get("a")!], [0.5, -2, Math.f16round(1 / 3)]);
  assert.deepEqual([...weights.get("b")!], [Math.f16round(1e-7)]);
});

Deno.test("a changed number, a missing part and a text that is no base64 are refused", () => {
  const { a } = FILE.float16;
  const refused = (file: unknown, message: RegExp) =>
    assert.throws(
      () => decodeWeights(file),
      (error: Error) => error instanceof DataError && message.test(error.message),
    );
  refused({ ...FILE, float16: { ...FILE.float16, a: a.replace("A", "B") } }, /numbers of digest/);
  refused({ ...FILE, float16: { a } }, /numbers of digest/);
  refused({ ...FILE, float16: { ...FILE.float16, a: "?" } }, /float16/);
  refused({ command: "train" }, /training/);
  refused(null, /classifier\.json/);
});
