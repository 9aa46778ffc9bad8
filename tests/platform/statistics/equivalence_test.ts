import assert from "node:assert/strict";
import fc from "fast-check";
import { RandomStream } from "../../../platform/random.ts";
import { equivalenceTest, signTest } from "../../../platform/statistics/mod.ts";

Deno.test("each side is a sign test of the log ratios against its bound", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { maxLength: 30 }), (ratios) => {
      const margin = 1.1234567;
      const { pBelowMargin, pAboveInverse, p } = equivalenceTest(ratios, margin);
      const logs = ratios.map(Math.log);
      const bound = Math.log(margin);
      assert.equal(pBelowMargin, signTest(logs.map((log) => log - bound), "less").p);
      assert.equal(pAboveInverse, signTest(logs.map((log) => log + bound), "greater").p);
      assert.equal(p, Math.max(pBelowMargin, pAboveInverse));
    }),
  );
});

Deno.test("equal contenders are found equal, and those that differ by the margin seldom are", () => {
  const stream = new RandomStream(41, "ratios");
  const share = (center: number) => {
    let called = 0;
    for (let trial = 0; trial < 500; trial++) {
      const ratios = Array.from({ length: 13 }, () => center * Math.exp(0.02 * stream.normal()));
      if (equivalenceTest(ratios, 1.05).p < 0.05) called++;
    }
    return called / 500;
  };
  assert.ok(share(1) > 0.95);
  assert.ok(share(1.05) < 0.08);
  assert.ok(share(1 / 1.05) < 0.08);
  assert.equal(share(1.3), 0);
});

Deno.test("too few, none, NaN, and ratios on a bound are as documented, and a margin of 1 is refused", () => {
  assert.equal(equivalenceTest([], 1.05).p, 1);
  assert.equal(equivalenceTest([1], 1.05).p, 0.5);
  assert.ok(equivalenceTest([1, 1, 1, 1], 1.05).p > 0.05 && equivalenceTest([1, 1, 1, 1, 1], 1.05).p < 0.05);
  for (const bad of [NaN, 0, -1]) assert.ok(Number.isNaN(equivalenceTest([1, bad], 1.05).p));
  assert.equal(equivalenceTest([1.05, 1.05], 1.05).pBelowMargin, 1);
  assert.equal(equivalenceTest([1 / 1.05], 1.05).pAboveInverse, 1);
  for (const margin of [1, 0.9, NaN]) {
    assert.throws(() => equivalenceTest([1], margin), /wanted a ratio above 1/);
  }
});
