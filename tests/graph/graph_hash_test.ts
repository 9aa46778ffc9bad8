import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { CsrMatrix } from "../../graph/csr.ts";
import { graphHash } from "../../graph/graph_hash.ts";
import { graphOf } from "./graph_fixture.ts";

const base = graphOf(3, [[0, 1], [1, 2]]);

Deno.test("the hash is SHA-256 over a header line and the arrays", () => {
  const words = new Uint32Array([...base.rowPtr, ...base.colIdx]);
  const expected = createHash("sha256").update("csr 3 3 2 pattern\n").update(new Uint8Array(words.buffer));
  assert.equal(graphHash(base), expected.digest("hex"));
});

Deno.test("equal graphs hash equally, views into larger buffers included", () => {
  const padded = Uint32Array.of(7, ...base.colIdx, 7);
  assert.equal(graphHash({ ...base, colIdx: padded.subarray(1, 3) }), graphHash(base));
});

Deno.test("every part of a graph moves the hash", () => {
  const ones = Float32Array.of(1, 1);
  const others: CsrMatrix[] = [
    base,
    { ...base, cols: 4 },
    { ...base, rowPtr: Uint32Array.of(0, 1, 1, 2) },
    { ...base, colIdx: Uint32Array.of(0, 2) },
    { ...base, values: ones },
    { ...base, values: Float32Array.of(1, 2) },
    graphOf(4, [[0, 1], [1, 2]]),
  ];
  assert.equal(new Set(others.map(graphHash)).size, others.length);
});
