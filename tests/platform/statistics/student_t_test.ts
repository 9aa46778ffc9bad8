import assert from "node:assert/strict";
import fc from "fast-check";
import { normalUpperTail, studentTTwoSided } from "../../../platform/statistics/mod.ts";

Deno.test("the t distribution has its closed forms at 1, 2, 3 and 4 degrees of freedom, also far out", () => {
  for (const t of [0, 1e-9, 0.1, 0.5, 1, 2, 3, 10, 100, 1e4]) {
    const wanted = new Map([
      [1, 2 / Math.PI * Math.atan2(1, t)],
      // 1 - t / sqrt(2 + t^2), without the cancellation.
      [2, 2 / (Math.sqrt(2 + t * t) * (Math.sqrt(2 + t * t) + t))],
    ]);
    if (t <= 10) {
      wanted.set(3, 1 - 2 / Math.PI * (Math.atan(t / Math.sqrt(3)) + Math.sqrt(3) * t / (3 + t * t)));
      wanted.set(4, 1 - t * (t * t + 6) / (t * t + 4) ** 1.5);
    }
    for (const [df, p] of wanted) {
      const got = studentTTwoSided(t, df);
      assert.ok(Math.abs(got - p) <= 1e-11 * p + 1e-15, `t ${t}, df ${df}: ${got}, not ${p}`);
      assert.equal(studentTTwoSided(-t, df), got);
    }
  }
});

Deno.test("with many degrees of freedom it is the normal distribution", () => {
  for (const t of [0.3, 1, 2.5, 5]) {
    const ratio = studentTTwoSided(t, 1e7) / (2 * normalUpperTail(t));
    assert.ok(Math.abs(ratio - 1) < 1e-4, `t ${t}: ${ratio}`);
  }
});

Deno.test("p falls from 1 to 0 as |t| grows, and falls as degrees of freedom are added", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 50, noNaN: true }),
      fc.double({ min: 1e-3, max: 5, noNaN: true }),
      fc.integer({ min: 1, max: 500 }),
      (t, step, df) => {
        const p = studentTTwoSided(t, df);
        assert.ok(p >= 0 && p <= 1);
        assert.ok(studentTTwoSided(t + step, df) <= p * (1 + 1e-12));
        if (t > 0.5) assert.ok(studentTTwoSided(t, df + 1) <= p * (1 + 1e-12));
      },
    ),
  );
  assert.equal(studentTTwoSided(0, 7), 1);
  assert.equal(studentTTwoSided(Infinity, 7), 0);
});

Deno.test("without degrees of freedom, and of NaN, p is NaN", () => {
  for (const [t, df] of [[1, 0], [1, -3], [1, NaN], [NaN, 4]]) {
    assert.ok(Number.isNaN(studentTTwoSided(t, df)));
  }
});
