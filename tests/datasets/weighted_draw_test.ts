import assert from "node:assert/strict";
import fc from "fast-check";
import { WeightedDraw } from "../../datasets/generators/weighted_draw.ts";

Deno.test("an index is drawn as often as its share of the weights in the range", () => {
  const weight = fc.oneof(
    fc.double({ min: 1e-3, max: 1, noNaN: true }),
    fc.double({ min: 1, max: 100, noNaN: true }),
  );
  const weights = fc.array(weight, { minLength: 1, maxLength: 12, size: "max" });
  fc.assert(fc.property(weights, fc.nat(11), fc.nat(11), (list, first, more) => {
    const begin = first % list.length, end = begin + 1 + more % (list.length - begin), size = end - begin;
    const draw = new WeightedDraw(Float64Array.from(list), begin, end);
    // Evenly spaced bits: each slot of the tables, which an index can have a part of, gets as many.
    const each = 1024, drawn = new Float64Array(size);
    for (let i = 0; i < each * size; i++) drawn[draw.pick(Math.floor((i + 0.5) / (each * size) * 2 ** 32))]++;
    const total = list.slice(begin, end).reduce((sum, weight) => sum + weight);
    drawn.forEach((count, i) => {
      const expected = list[begin + i] / total * each * size;
      assert.ok(Math.abs(count - expected) <= size, `index ${i}: ${count} draws, not ${expected}`);
    });
    for (const bits of [0, 2 ** 32 - 1]) assert.ok(draw.pick(bits) < size);
  }));
});
