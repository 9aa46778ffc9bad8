import assert from "node:assert/strict";
import fc from "fast-check";
import { sortBlockRows } from "../../../graph/sampling/block.ts";

Deno.test("rows are sorted each for itself, long ones too, and values stay with their columns", () => {
  const rows = fc.array(fc.uniqueArray(fc.nat(2000), { maxLength: 150, size: "max" }), { maxLength: 6 });
  fc.assert(
    fc.property(rows, (columns) => {
      const rowPtr = new Uint32Array(columns.length + 1);
      columns.forEach((row, r) => rowPtr[r + 1] = rowPtr[r] + row.length);
      const colIdx = Uint32Array.from(columns.flat()), values = Float32Array.from(colIdx, (col) => col / 2);
      const alone = colIdx.slice();
      sortBlockRows(rowPtr, alone);
      sortBlockRows(rowPtr, colIdx, values);
      assert.deepEqual([...colIdx], columns.flatMap((row) => row.toSorted((a, b) => a - b)));
      assert.deepEqual(alone, colIdx);
      assert.deepEqual(values, Float32Array.from(colIdx, (col) => col / 2));
    }),
    { seed: 1 },
  );
});
