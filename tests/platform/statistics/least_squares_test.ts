import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { leastSquares, nonNegativeLeastSquares } from "../../../platform/statistics/mod.ts";
import { RandomStream } from "../../../platform/random.ts";

const ones = (n: number) => new Array<number>(n).fill(1);
const near = (got: number, wanted: number, share: number) =>
  assert.ok(Math.abs(got - wanted) <= share * Math.max(1, Math.abs(wanted)), `${got}, not ${wanted}`);

Deno.test("a line is the line of simple-statistics, and so is the share of variance that it explains", () => {
  const x = [1, 4, 2, 8, 5, 7], y = [1.5, 3, 2.5, 9, 4, 8.5];
  const { m, b } = simple.linearRegression(x.map((value, i) => [value, y[i]]));
  const { coefficients: [intercept, slope], residuals, rSquared } = leastSquares([ones(6), x], y);
  near(intercept, b, 1e-12);
  near(slope, m, 1e-12);
  near(rSquared, simple.rSquared(x.map((value, i) => [value, y[i]]), (value) => m * value + b), 1e-12);
  near(simple.sum(residuals), 0, 1e-12);
});

Deno.test("a plane through columns whose sizes differ by ten orders of magnitude is found to nine digits", () => {
  const stream = new RandomStream(1, "least squares");
  const wanted = [0.65538, 1.67431e-5, -2.24342e-6, 0.63641];
  const columns = [
    ones(80),
    Array.from({ length: 80 }, () => 1e6 * stream.uniform()),
    Array.from({ length: 80 }, () => 1e10 * stream.uniform()),
    Array.from({ length: 80 }, () => 30 * stream.uniform()),
  ];
  const target = columns[0].map((_, i) => sumOf(wanted, (beta, j) => beta * columns[j][i]));
  const fit = leastSquares(columns, target);
  fit.coefficients.forEach((beta, j) => near(beta / wanted[j], 1, 1e-9));
  near(fit.rSquared, 1, 1e-12);
});

Deno.test("a constant that is met is explained whole, whatever its rounding, and one that is missed not at all", () => {
  for (const constant of [0.1, 0.7, 3, 1e9 / 7, 0]) {
    for (const count of [3, 7, 80]) {
      const x = Array.from({ length: count }, (_, i) => Math.sqrt(i)), target = x.map(() => constant);
      assert.equal(leastSquares([ones(count)], target).rSquared, 1, `${count} times ${constant}`);
      assert.equal(leastSquares([ones(count), x], target).rSquared, 1, `${count} times ${constant}`);
    }
  }
  assert.equal(leastSquares([[0, 1, 2]], [0.1, 0.1, 0.1]).rSquared, 0);
  // A rise of a ten-millionth is more than rounding: the mean does not explain it, the line does.
  const rising = [1, 1 + 1e-7, 1 + 2e-7];
  near(leastSquares([ones(3)], rising).rSquared, 0, 1e-9);
  near(leastSquares([ones(3), [0, 1, 2]], rising).rSquared, 1, 1e-9);
});

const systems = fc.record({
  seed: fc.nat(),
  observations: fc.integer({ min: 6, max: 30 }),
  count: fc.integer({ min: 1, max: 4 }),
}).map(({ seed, observations, count }) => {
  const stream = new RandomStream(seed, "systems"), draw = () => stream.normal();
  const columns = Array.from({ length: count }, () => Array.from({ length: observations }, draw));
  return { columns, target: Array.from({ length: observations }, draw) };
});

const dot = (a: readonly number[], b: readonly number[]) => sumOf(a, (value, i) => value * b[i]);

Deno.test("residuals are orthogonal to every column", () => {
  fc.assert(fc.property(systems, ({ columns, target }) => {
    const { residuals } = leastSquares(columns, target);
    for (const column of columns) near(dot(residuals, column), 0, 1e-10);
  }));
});

Deno.test("a column that others make up but for its rounding leaves nothing determined", () => {
  fc.assert(fc.property(systems, ({ columns, target }) => {
    const made = columns[0].map((_, i) => columns.reduce((sum, column, j) => sum + column[i] / (j + 3), 0));
    const { coefficients, residuals, rSquared } = leastSquares([...columns, made], target);
    assert.ok([...coefficients, ...residuals, rSquared].every(Number.isNaN), coefficients.join());
  }));
});

Deno.test("a column with one entry takes the target there, whatever its sign", () => {
  for (const entry of [-2, 2]) {
    const { coefficients, residuals } = leastSquares([[entry, 0, 0]], [4, 3, 1]);
    assert.deepEqual([coefficients, residuals], [[4 / entry], [0, 3, 1]]);
  }
});

Deno.test("what cannot be determined is NaN", () => {
  for (
    const [columns, target] of [
      [[[1, 2, 3], [2, 4, 6]], [1, 2, 3]],
      [[[0, 0, 0]], [1, 2, 3]],
      [[[1], [2]], [1]],
      [[[1, NaN]], [1, 2]],
      [[[1, Infinity]], [1, 2]],
      [[[1e200, 2e200]], [1, 2]],
      [[[1, 2]], [1, 2, 3]],
    ]
  ) {
    const { coefficients } = leastSquares(columns as number[][], target as number[]);
    assert.ok(coefficients.every(Number.isNaN));
  }
  assert.deepEqual(leastSquares([], [1, 2]).residuals, [1, 2]);
});

Deno.test("with bounds, the gradient is 0 where a coefficient is positive and points below 0 where it is 0", () => {
  let bounded = 0;
  fc.assert(fc.property(systems, ({ columns, target }) => {
    const { coefficients, residuals } = nonNegativeLeastSquares(columns, target);
    coefficients.forEach((beta, j) => {
      assert.ok(beta >= 0);
      const pull = dot(residuals, columns[j]);
      if (beta > 0) near(pull, 0, 1e-9);
      else {
        bounded++;
        assert.ok(pull <= 1e-9, `column ${j} would rise by ${pull}`);
      }
    });
  }));
  assert.ok(bounded > 50);
});

Deno.test("with bounds, dependent columns do no harm and no data is NaN", () => {
  const { coefficients } = nonNegativeLeastSquares([[1, 2, 3], [2, 4, 6], [0, 0, 0]], [1, 2, 3]);
  near(coefficients[0] + 2 * coefficients[1], 1, 1e-12);
  assert.equal(coefficients[2], 0);
  assert.ok(nonNegativeLeastSquares([[], []], []).coefficients.every(Number.isNaN));
  assert.deepEqual(nonNegativeLeastSquares([[1, 1]], [-1, -2]).coefficients, [0]);
  assert.deepEqual(nonNegativeLeastSquares([[2]], [4]).coefficients, [2]);
});
