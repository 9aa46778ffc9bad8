import assert from "node:assert/strict";
import fc from "fast-check";
import { signTest } from "../../../platform/statistics/mod.ts";

Deno.test("p agrees with R's binom.test", () => {
  const split = (positive: number, negative: number) => [
    ...Array.from({ length: positive }, () => 1),
    ...Array.from({ length: negative }, () => -1),
  ];
  // binom.test(11, 13): two-sided 0.02246094, greater 0.01123047, less 0.998291.
  const differences = split(11, 2);
  assert.ok(Math.abs(signTest(differences).p - 0.0224609375) < 1e-12);
  assert.ok(Math.abs(signTest(differences, "greater").p - 0.01123046875) < 1e-12);
  assert.ok(Math.abs(signTest(differences, "less").p - 0.998291015625) < 1e-12);
  assert.equal(signTest(split(5, 5)).p, 1);
});

Deno.test("zeros are dropped, order and size do not count, and swapping signs swaps the sides", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40, size: "max" }), (values) => {
      const { positive, negative, p } = signTest(values, "greater");
      assert.equal(positive + negative, values.filter((value) => value !== 0).length);
      assert.deepEqual(signTest(values.map((value) => -value * 7), "less").p, p);
      const least = Math.min(p, signTest(values, "less").p);
      assert.ok(Math.abs(signTest(values).p - Math.min(1, 2 * least)) < 1e-12);
    }),
  );
});

Deno.test("no, one, zero and NaN differences are as documented", () => {
  for (const none of [[], [0, 0, -0]]) assert.equal(signTest(none).p, 1);
  assert.equal(signTest([1], "greater").p, 0.5);
  assert.equal(signTest([1]).p, 1);
  assert.ok(Number.isNaN(signTest([1, NaN]).p));
  assert.equal(signTest([Infinity, -Infinity, 2], "greater").positive, 2);
});
