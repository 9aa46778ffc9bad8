import assert from "node:assert/strict";
import fc from "fast-check";
import { holmAdjust } from "../../../platform/statistics/mod.ts";
import { shares } from "../../shares.ts";

const pValues = fc.array(shares, { maxLength: 30, size: "max" });

Deno.test("adjusted values agree with R's p.adjust", () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  holmAdjust([0.01, 0.04, 0.03, 0.005]).forEach((value, i) =>
    assert.ok(Math.abs(value - [0.03, 0.06, 0.06, 0.02][i]) < 1e-12)
  );
});

Deno.test("adjusted values keep the order, and lie between the raw value and Bonferroni's", () => {
  fc.assert(fc.property(pValues, (raw) => {
    const adjusted = holmAdjust(raw);
    assert.equal(adjusted.length, raw.length);
    raw.forEach((p, i) => {
      assert.ok(p <= adjusted[i] && adjusted[i] <= Math.min(1, p * raw.length));
      raw.forEach((q, j) => assert.ok(p > q || adjusted[i] <= adjusted[j]));
    });
  }));
});

Deno.test("rejections at alpha are those of the step-down procedure", () => {
  fc.assert(
    fc.property(pValues, (raw) => {
      const alpha = 0.05;
      const sorted = [...raw].sort((a, b) => a - b);
      let steps = 0;
      while (steps < sorted.length && (sorted.length - steps) * sorted[steps] <= alpha) steps++;
      assert.equal(holmAdjust(raw).filter((p) => p <= alpha).length, steps);
    }),
    { examples: [[[0.01, 0.02, 0.03, 0.9]], [[0.001, 0.012, 0.02, 0.04]]] },
  );
});

Deno.test("no values, one value and NaN are as documented", () => {
  assert.deepEqual(holmAdjust([]), []);
  assert.deepEqual(holmAdjust([0.3]), [0.3]);
  assert.deepEqual(holmAdjust([0.01, NaN]), [0.02, NaN]);
  assert.deepEqual(holmAdjust([NaN, 0.25, 0.125]), [NaN, 0.5, 0.375]);
});
