import assert from "node:assert/strict";
import fc from "fast-check";
import { logTicks, numericScale, roundTicks } from "../../../results/pictures/scale.ts";

/** Numbers that may be drawn. */
const DRAWN = fc.double({ min: 1e-6, max: 1e9, noNaN: true });

/** The numbers, or only the first with numbers that differ from it by any share from 1e-16 to 1. */
const withNeighbours = (values: readonly number[]) =>
  fc.oneof(
    fc.constant(values),
    fc.array(fc.integer({ min: -16, max: 0 }), { minLength: 1, maxLength: 5 }).map((powers) => [
      values[0],
      ...powers.map((power) => values[0] * (1 + 10 ** power)),
    ]),
  );

Deno.test("ticks are round numbers between the ends", () => {
  assert.deepEqual(roundTicks(0, 3.6), [0, 1, 2, 3]);
  assert.deepEqual(roundTicks(0, 0.35), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(roundTicks(5, 5), [5]);
  assert.deepEqual(logTicks(0.9, 12), [1, 2, 5, 10]);
  assert.deepEqual(logTicks(60, 1700), [100, 200, 500, 1000]);
  assert.deepEqual(logTicks(1.01, 1.8), [1.2, 1.4, 1.6, 1.8]);
  assert.deepEqual(logTicks(1, 1e6), [1, 10, 100, 1000, 1e4, 1e5, 1e6]);
});

Deno.test("numbers that differ by as good as nothing are drawn as one, in the middle of an axis", () => {
  const one = 727_311_946.7272727;
  for (const values of [[one], [one, one * (1 + Number.EPSILON)], [-one, -one * (1 + 1e-9)]]) {
    const { at, ticks } = numericScale({ values, pixels: [300, 20], type: "linear", fromZero: false });
    for (const value of values) assert.ok(Math.abs(at(value) - 160) < 0.01);
    assert.ok(ticks.length >= 3 && ticks.length <= 8, `${ticks.length}`);
  }
});

Deno.test("ticks of a narrow span have as many digits as tell them apart", () => {
  const labels = (...values: number[]) =>
    numericScale({ values, pixels: [300, 20], type: "linear", fromZero: false }).ticks.map(({ label }) =>
      label
    );
  assert.deepEqual(labels(0.998, 0.9985), ["0.998", "0.9981", "0.9982", "0.9983", "0.9984", "0.9985"]);
  assert.deepEqual(labels(0, 30), ["0", "10", "20", "30"]);
});

Deno.test("whatever is drawn lies within the pixels, in order, and so do the ticks", () => {
  fc.assert(fc.property(
    fc.array(DRAWN, { minLength: 1, maxLength: 20, size: "max" }).chain(withNeighbours),
    fc.constantFrom("linear" as const, "log" as const),
    fc.boolean(),
    (values, type, fromZero) => {
      const { at, ticks } = numericScale({ values, pixels: [300, 20], type, fromZero });
      const sorted = values.toSorted((a, b) => a - b).map(at);
      for (const [i, place] of sorted.entries()) {
        assert.ok(place <= 300 && place >= 20, `${place}`);
        if (i > 0) assert.ok(place <= sorted[i - 1] + 1e-9);
      }
      assert.ok(ticks.length >= 1 && ticks.length <= 14, `${ticks.length}`);
      for (const tick of ticks) assert.ok(tick.at >= 20 - 1e-6 && tick.at <= 300 + 1e-6);
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length);
    },
  ));
});
