import assert from "node:assert/strict";
import fc from "fast-check";
import {
  assertCsr,
  assertEntries,
  type CsrMatrix,
  hasEntry,
  MAX_ENTRIES,
  nnz,
  rowLength,
} from "../../graph/csr.ts";
import { OutOfMemoryError, ReproError } from "../../platform/errors.ts";
import { graphs } from "./graph_fixture.ts";

Deno.test("row lengths add up to the stored entries", () => {
  fc.assert(fc.property(graphs, (graph) => {
    let sum = 0;
    for (let r = 0; r < graph.rows; r++) sum += rowLength(graph, r);
    assert.equal(sum, nnz(graph));
  }));
});

Deno.test("an entry is found in its own row, and not where only the next row has its column", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const { rows, cols, rowPtr, colIdx } = graph;
    for (let row = 0; row < rows; row++) {
      const own = new Set(colIdx.subarray(rowPtr[row], rowPtr[row + 1]));
      for (let col = 0; col < cols; col++) {
        assert.equal(hasEntry(graph, row, col), own.has(col), `${row}, ${col}`);
      }
    }
  }));
});

Deno.test("assertCsr names every broken invariant and accepts a sound matrix", () => {
  const sound: CsrMatrix = {
    rows: 2,
    cols: 3,
    rowPtr: Uint32Array.of(0, 2, 3),
    colIdx: Uint32Array.of(0, 2, 1),
  };
  assert.equal(assertCsr(sound), sound);
  const broken: [Partial<CsrMatrix>, RegExp][] = [
    [{ rowPtr: Uint32Array.of(0, 3) }, /2 row offsets/],
    [{ rowPtr: Uint32Array.of(1, 2, 3) }, /first row offset 1/],
    [{ rowPtr: Uint32Array.of(0, 2, 2) }, /last row offset 2/],
    [{ rowPtr: Uint32Array.of(0, 4, 3), colIdx: Uint32Array.of(0, 1, 2) }, /row 1 from 4 to 3/],
    // A walk to this offset would take seconds.
    [
      { rowPtr: Uint32Array.of(0, 2 ** 32 - 1, 3), colIdx: Uint32Array.of(0, 1, 2) },
      /row 1 from 4294967295 to 3/,
    ],
    [{ colIdx: Uint32Array.of(0, 3, 1) }, /column 3 in row 0/],
    [{ colIdx: Uint32Array.of(2, 0, 1) }, /column 0 after 2 in row 0/],
    [{ colIdx: Uint32Array.of(2, 2, 1) }, /column 2 after 2 in row 0/],
    [{ values: Float32Array.of(1) }, /1 value\b/],
  ];
  for (const [change, message] of broken) {
    assert.throws(() => assertCsr({ ...sound, ...change }), (error) => {
      assert.ok(error instanceof ReproError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("more entries than row offsets can count are refused by the name of what makes them", () => {
  assertEntries("merge", MAX_ENTRIES);
  assert.throws(() => assertEntries("merge", MAX_ENTRIES + 1), (error) => {
    assert.ok(error instanceof OutOfMemoryError);
    assert.match(error.message, /^Cannot merge: found 4294967296 stored entries, wanted at most 4294967295/);
    return true;
  });
});
