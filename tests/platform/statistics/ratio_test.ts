import assert from "node:assert/strict";
import fc from "fast-check";
import { type PairedRound, summarizeRatios } from "../../../platform/statistics/mod.ts";

const rounds = fc.array(
  fc.record({
    preparation: fc.nat(2),
    numerator: fc.double({ min: 0.01, max: 100, noNaN: true }),
    denominator: fc.double({ min: 0.01, max: 100, noNaN: true }),
  }),
  { minLength: 2, maxLength: 20, size: "max" },
);

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.abs(b);

Deno.test("a summary reports the pairs as they are", () => {
  const summary = summarizeRatios([
    { preparation: "a", numerator: 20, denominator: 10 },
    { preparation: "a", numerator: 30, denominator: 10 },
    { preparation: "b", numerator: 10, denominator: 20 },
  ], { seed: 1 });
  assert.equal(summary.n, 3);
  assert.equal(summary.preparations, 2);
  assert.equal(summary.median, 2);
  assert.equal(summary.mad, 1);
});

Deno.test("of an even number of rounds the median is the geometric mean of the middle two", () => {
  const pair = (numerator: number) => ({ preparation: 0, numerator, denominator: 1 });
  assert.equal(summarizeRatios([2, 8].map(pair), { seed: 1 }).median, 4);
});

Deno.test("swapping the contenders gives reciprocals", () => {
  fc.assert(
    fc.property(rounds, fc.nat(), (pairs, seed) => {
      const there = summarizeRatios(pairs, { seed, resamples: 200 });
      const swapped = pairs.map((pair: PairedRound) => ({
        ...pair,
        numerator: pair.denominator,
        denominator: pair.numerator,
      }));
      const back = summarizeRatios(swapped, { seed, resamples: 200 });
      assert.ok(close(there.median, 1 / back.median));
      assert.ok(close(there.ciLo, 1 / back.ciHi) && close(there.ciHi, 1 / back.ciLo));
      assert.ok(there.ciLo <= there.ciHi);
    }),
    { numRuns: 40 },
  );
});

Deno.test("preparations that differ widen the interval", () => {
  const pairs = Array.from({ length: 30 }, (_, i) => {
    const preparation = Math.floor(i / 6);
    return { preparation, numerator: 1 + preparation + i / 1000, denominator: 1 };
  });
  const width = (some: PairedRound[]) => {
    const { ciLo, ciHi } = summarizeRatios(some, { seed: 1 });
    return ciHi / ciLo;
  };
  assert.ok(width(pairs) > 1.5 * width(pairs.map((pair) => ({ ...pair, preparation: 0 }))));
});

Deno.test("no round, one round and a timer that did not tick are as documented", () => {
  assert.deepEqual(summarizeRatios([], { seed: 1 }), {
    n: 0,
    preparations: 0,
    median: NaN,
    mad: NaN,
    ciLo: 0,
    ciHi: Infinity,
  });
  const one = summarizeRatios([{ preparation: 0, numerator: 3, denominator: 2 }], { seed: 1 });
  assert.deepEqual([one.median, one.mad, one.ciLo, one.ciHi], [1.5, 0, 0, Infinity]);
  for (const denominator of [0, NaN, -1, Infinity]) {
    const summary = summarizeRatios([{ preparation: 0, numerator: 1, denominator }], { seed: 1 });
    const { n, preparations, ...numbers } = summary;
    assert.deepEqual([n, preparations], [1, 1]);
    assert.ok(Object.values(numbers).every(Number.isNaN));
  }
});
