import assert from "node:assert/strict";
import { RandomStream } from "../../../platform/random.ts";
import { bootstrapMedianInterval } from "../../../platform/statistics/mod.ts";
import { intervalText } from "../../../results/report/interval_text.ts";

const rows = (...counts: readonly number[]) => counts.map((n) => ({ n, ci_lo: n === 1 ? undefined : 1 }));

Deno.test("an interval of three or four samples is called their range, and it is", () => {
  assert.equal(intervalText(rows(15, 39, 1)), "95\u00a0% intervals");
  assert.equal(intervalText(rows(3, 15)), "95\u00a0% intervals, of fewer than 5 samples their range");
  assert.equal(intervalText(rows(3, 3)), "the range of fewer than 5 samples");
  assert.equal(intervalText(rows(1)), "");
  for (const sample of [[4, 1, 9], [4, 1, 9, 6]]) {
    assert.deepEqual(bootstrapMedianInterval(sample, { seed: 1 }), { lo: 1, hi: 9 });
  }
});

Deno.test("the range of three holds the median in 75 of 100 cases, an interval of fifteen in above 90", () => {
  const stream = new RandomStream(3, "samples"), count = 1000;
  const held = (n: number) => {
    let cases = 0;
    for (let seed = 0; seed < count; seed++) {
      const sample = Array.from({ length: n }, () => stream.normal());
      const { lo, hi } = bootstrapMedianInterval(sample, { seed, resamples: 200 });
      if (lo <= 0 && hi >= 0) cases++;
    }
    return cases / count;
  };
  assert.ok(Math.abs(held(3) - 0.75) < 0.05);
  assert.ok(held(15) > 0.88);
});
