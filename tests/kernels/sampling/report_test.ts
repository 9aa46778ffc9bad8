import assert from "node:assert/strict";
import { fitsRoom, reportedSizes } from "../../../kernels/sampling/device_sampler.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";

/** Room of two layers, which a batch fills: rows, entries, and columns, of which the rows are the first. */
const BLOCKS = [{ rows: 5, entries: 20, cols: 9 }, { rows: 2, entries: 7, cols: 5 }].map((capacity) => ({
  capacity,
}));
/** Rows, entries, columns beside the rows, and whether the table was full, of each layer. */
const FILLED = [5, 20, 4, 0, 2, 7, 3, 0];

Deno.test("a batch fits the room of its blocks until any number of any layer is larger by one", () => {
  assert.ok(fitsRoom(Uint32Array.from(FILLED), BLOCKS));
  assert.ok(fitsRoom(new Uint32Array(8), BLOCKS));
  for (const word of FILLED.keys()) {
    const beyond = FILLED.with(word, FILLED[word] + 1);
    assert.equal(fitsRoom(Uint32Array.from(beyond), BLOCKS), false, `word ${word}`);
  }
  // One row more in the place of another column.
  assert.equal(fitsRoom(Uint32Array.of(6, 20, 3, 0, 2, 7, 3, 0), BLOCKS), false);
});

Deno.test("the sizes of blocks are those of the report; a full table in any layer is a typed error", () => {
  assert.deepEqual(reportedSizes(Uint32Array.from(FILLED)), [
    { rows: 5, entries: 20, cols: 9 },
    { rows: 2, entries: 7, cols: 5 },
  ]);
  for (const word of [3, 7]) {
    assert.throws(() => reportedSizes(Uint32Array.from(FILLED.with(word, 1))), OutOfMemoryError);
  }
});
