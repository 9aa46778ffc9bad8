/**
 * Forecast of the time that is left of a run.
 *
 * @module
 */
import assert from "node:assert/strict";
import { RemainingTime } from "../../../results/history/remaining_time.ts";

/** A run of 40 comparisons of very different length, the longest first. */
const RUN: readonly (readonly [name: string, seconds: number])[] = Array.from(
  { length: 40 },
  (_, i) => [`paper/figure-${Math.floor(i / 4)} graph-${i}`, 100 / (1 + i) ** 2],
);
const NAMES = RUN.map(([name]) => name);
const TOTAL = RUN.reduce((sum, [, seconds]) => sum + seconds, 0);

Deno.test("a machine at another speed than the last is forecast within 25 % once a tenth of the time has passed", () => {
  for (const pace of [0.3, 1, 3]) {
    const left = new RemainingTime(NAMES, new Map(RUN));
    let passed = 0;
    for (const [name, seconds] of RUN) {
      left.finish(name, pace * seconds);
      passed += pace * seconds;
      const wanted = pace * TOTAL - passed;
      if (passed < 0.1 * pace * TOTAL || wanted < 0.01 * TOTAL) continue;
      assert.ok(
        Math.abs(left.seconds! - wanted) <= 0.25 * (wanted + passed),
        `${name}: ${left.seconds} of ${wanted}`,
      );
    }
    assert.ok(left.seconds! < 1e-9);
  }
});

Deno.test("without earlier runs nothing is forecast before the first comparison, and the mean afterwards", () => {
  const left = new RemainingTime(["a/b x", "a/b y", "a/c z"]);
  assert.equal(left.seconds, undefined);
  left.finish("a/b x", 4);
  assert.equal(left.seconds, 8);
});

Deno.test("a comparison that never ran is expected to take the mean of its suite, else of all", () => {
  const left = new RemainingTime(["a/b x", "a/b y", "a/c z"], new Map([["a/b x", 6]]));
  assert.equal(left.seconds, 18);
  left.skip("a/b x");
  assert.equal(left.seconds, 12);
});
