import assert from "node:assert/strict";
import { projectRows } from "../../../kernels/spmm/projected_rows.ts";

const features = Float32Array.of(1, -2, 3, 4);
const weights = Float64Array.of(10, 1);

Deno.test("a row's projection stands beside the sum of its terms' absolute values", () => {
  assert.deepEqual([...projectRows(features, { count: 2, width: 2, weights })], [8, 12, 34, 34]);
});

Deno.test("projections lie in the places of their rows, and elsewhere there are zeros", () => {
  const places = Uint32Array.of(2, 0);
  const projected = projectRows(features, { count: 2, width: 2, weights, places, size: 4 });
  assert.deepEqual([...projected], [34, 34, 0, 0, 8, 12, 0, 0]);
});
