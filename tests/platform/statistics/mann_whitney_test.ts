import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import { RandomStream } from "../../../platform/random.ts";
import { mannWhitney, normalUpperTail } from "../../../platform/statistics/mod.ts";

/** P(U >= u) by going through every way to choose the first sample's places. */
function enumerated(n1: number, n2: number, u: number): number {
  let total = 0;
  let upper = 0;
  const n = n1 + n2;
  for (let mask = 0; mask < 2 ** n; mask++) {
    let chosen = 0;
    let below = 0;
    let beaten = 0;
    for (let i = 0; i < n; i++) {
      if (mask & (1 << i)) {
        chosen++;
        beaten += below;
      } else below++;
    }
    if (chosen !== n1) continue;
    total++;
    if (beaten >= u) upper++;
  }
  return upper / total;
}

const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 10 });

Deno.test("U is simple-statistics' rank sum, shifted, ties included", () => {
  const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20, size: "max" });
  fc.assert(fc.property(values, values, (a, b) => {
    assert.equal(mannWhitney(a, b).u, simple.wilcoxonRankSum(a, b) - a.length * (a.length + 1) / 2);
    let pairs = 0;
    for (const x of a) for (const y of b) pairs += x > y ? 1 : x === y ? 0.5 : 0;
    assert.equal(mannWhitney(a, b).u, pairs);
  }));
});

Deno.test("the exact p is that of going through every order", () => {
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 9 }), (values, cut) => {
      const n1 = Math.min(cut, values.length - 1);
      const [a, b] = [values.slice(0, n1), values.slice(n1)];
      const { u, p } = mannWhitney(a, b);
      const tails = [u, a.length * b.length - u].map((each) => enumerated(a.length, b.length, each));
      assert.ok(Math.abs(p - Math.min(1, 2 * Math.min(...tails))) < 1e-12);
    }),
    { numRuns: 40 },
  );
});

Deno.test("p agrees with R's wilcox.test on its own example", () => {
  // wilcox.test(x, y, alternative = "g"), Hollander and Wolfe 1973, p. 69 f.: W = 35, p-value = 0.1272, which
  // is twice as much on both sides.
  const x = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
  const y = [1.15, 0.88, 0.90, 0.74, 1.21];
  const { u, p } = mannWhitney(x, y);
  assert.equal(u, 35);
  assert.ok(Math.abs(p / 2 - 0.1272) < 5e-5);
});

Deno.test("with ties p is the normal one with both corrections", () => {
  // By hand: a = 1 2 2 3, b = 2 3 4 4. Ties of 3, 2, 2: sum t^3 - t = 36. U = 2.5, mean 8,
  // variance 16/12 * (9 - 36/56) = 11.1429, z = (8 - 2.5 - 0.5) / 3.33809 = 1.49786, tail 0.0670862.
  const { u, p } = mannWhitney([1, 2, 2, 3], [2, 3, 4, 4]);
  assert.equal(u, 2.5);
  assert.ok(Math.abs(p / 2 - 0.067085) < 1e-5, String(p));
});

Deno.test("up to 1,024 pairs p is exact, above it is the normal one, and the two join", () => {
  const stream = new RandomStream(9, "samples");
  const a = Array.from({ length: 32 }, () => stream.normal() + 0.4);
  const b = Array.from({ length: 33 }, () => stream.normal());
  const normal = (u: number, n1: number, n2: number) =>
    2 * normalUpperTail((Math.abs(u - n1 * n2 / 2) - 0.5) / Math.sqrt(n1 * n2 / 12 * (n1 + n2 + 1)));
  const above = mannWhitney(a, b);
  assert.ok(Math.abs(above.p - normal(above.u, 32, 33)) < 1e-12);
  const below = mannWhitney(a, b.slice(1));
  const gap = Math.abs(below.p - normal(below.u, 32, 32));
  assert.ok(gap > 1e-9 && gap < 2e-3, String(gap));
});

Deno.test("under the null hypothesis p is below 0.1 in a tenth of the cases", () => {
  const stream = new RandomStream(31, "null");
  const draw = (n: number) => Array.from({ length: n }, () => Math.floor(stream.uniform() * 50));
  const trials = 1000;
  let rejected = 0;
  for (let i = 0; i < trials; i++) if (mannWhitney(draw(15), draw(12)).p < 0.1) rejected++;
  assert.ok(rejected / trials > 0.06 && rejected / trials < 0.13, String(rejected));
});

Deno.test("empty, tied and NaN samples are as documented", () => {
  assert.deepEqual(mannWhitney([], []), { u: 0, p: 1 });
  assert.deepEqual(mannWhitney([], [1, 2, 2]), { u: 0, p: 1 });
  assert.deepEqual(mannWhitney([1], []), { u: 0, p: 1 });
  assert.deepEqual(mannWhitney([1], [2]), { u: 0, p: 1 });
  assert.deepEqual(mannWhitney([4, 4], [4, 4, 4]), { u: 3, p: 1 });
  assert.deepEqual(mannWhitney([1, NaN], [2]), { u: NaN, p: NaN });
  assert.equal(mannWhitney([Infinity, 3], [Infinity, -Infinity]).u, 2.5);
});
