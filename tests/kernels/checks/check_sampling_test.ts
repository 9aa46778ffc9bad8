import assert from "node:assert/strict";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { RandomStream } from "../../../platform/random.ts";

const SHAPE = { rows: 4000, inner: 8, cols: 4 };

function problem() {
  const stream = new RandomStream(5, "check");
  const numbers = (length: number) => Float32Array.from({ length }, () => 2 * stream.uniform() - 1);
  const { rows, inner, cols } = SHAPE;
  const a = numbers(rows * inner), b = numbers(inner * cols);
  const right = new Float32Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[r * inner + k] * b[k * cols + c];
      right[r * cols + c] = sum;
    }
  }
  return { problem: { ...SHAPE, a, b }, right };
}

Deno.test("a sampled check computes about as much as it may, and its projections still find a wrong row anywhere", () => {
  const { problem: product, right } = problem();
  const { rows, inner, cols } = SHAPE;
  const options = { seed: 1, exhaustiveWork: 0, sampledWork: 100 * inner * cols };
  const clean = checkOutput(gemm, product, right, options);
  assert.ok(clean.ok);
  assert.ok(clean.checkedRows >= 50 && clean.checkedRows <= 110, `${clean.checkedRows} of ${rows} rows`);
  assert.ok(checkOutput(gemm, product, right, { seed: 1, exhaustiveWork: 0 }).checkedRows > 3000);
  for (const row of [1, 1234, 2777, rows - 2]) {
    const wrong = right.slice();
    wrong[row * cols + 2] += 0.5;
    assert.ok(!checkOutput(gemm, product, wrong, options).ok, `row ${row}`);
  }
});

Deno.test("where a projection would cost as much as all rows, a sampled check compares every entry", () => {
  const { problem: product, right } = problem();
  const { rows, inner, cols } = SHAPE;
  const options = { seed: 1, exhaustiveWork: 0, sampledWork: 100 * inner * cols };
  const rectified = { ...product, epilogue: { negativeSlope: 0 } };
  const output = right.map((sum) => Math.max(0, sum));
  const clean = checkOutput(gemm, rectified, output, options);
  assert.deepEqual([clean.ok, clean.checkedRows], [true, rows]);
  output[1234 * cols + 2] += 0.5;
  const { ok, worst } = checkOutput(gemm, rectified, output, options);
  assert.deepEqual([ok, worst?.row, worst?.col], [false, 1234, 2]);
  // A check after timing has no projections, and stays within its work.
  assert.ok(
    checkOutput(gemm, rectified, right.map((sum) => Math.max(0, sum)), { ...options, projections: 0 })
      .checkedRows <= 110,
  );
});
