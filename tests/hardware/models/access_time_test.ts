import fc from "fast-check";
import assert from "node:assert/strict";
import { accessTimeRatioLimit, accessTimes } from "../../../hardware/models/access_time.ts";
import { FASTGL_TABLE_3 } from "../../../hardware/models/published_cards.ts";
import { UsageError } from "../../../platform/errors.ts";

const { sharedGBs, globalGBs } = FASTGL_TABLE_3;

Deno.test("equations 3 and 4 give what a pocket calculator gives", () => {
  // |N| = 5, d = 64: t_n = (1024 + 1280 + 1280) / 938e9; t_m = (1024 + 1260) / 12e12 + (1280 + 20) / 938e9.
  const times = accessTimes({ neighbors: 5, width: 64, sharedGBs, globalGBs });
  assert.ok(Math.abs(times.naiveSeconds - 3.8208955e-9) < 1e-15, `${times.naiveSeconds}`);
  assert.ok(Math.abs(times.memoryAwareSeconds - 1.5762609e-9) < 1e-15, `${times.memoryAwareSeconds}`);
  assert.ok(Math.abs(times.ratio - 2.424024) < 1e-5, `${times.ratio}`);
});

Deno.test("with Table 3's bandwidths the ratio runs from 2.42 to 2.54, not to about 10", () => {
  const ratios = [5, 10, 15].flatMap((neighbors) =>
    [64, 256, 512].map((width) => accessTimes({ neighbors, width, sharedGBs, globalGBs }).ratio)
  );
  assert.equal(Math.min(...ratios).toFixed(2), "2.42");
  assert.equal(Math.max(...ratios).toFixed(2), "2.54");
  assert.equal(accessTimeRatioLimit({ sharedGBs, globalGBs }).toFixed(3), "2.594");
});

const bandwidths = fc.tuple(
  fc.double({ min: 1, max: 1e5, noNaN: true }),
  fc.double({ min: 1.01, max: 1e3, noNaN: true }),
)
  .map(([global, factor]) => ({ globalGBs: global, sharedGBs: global * factor }));
const neighbors = fc.integer({ min: 1, max: 1e5 }), width = fc.integer({ min: 2, max: 1e4 });

Deno.test("faster shared memory always makes the Memory-Aware kernel faster, by less than three times", () => {
  fc.assert(fc.property(neighbors, width, bandwidths, (n, d, both) => {
    const { naiveSeconds, memoryAwareSeconds, ratio } = accessTimes({ neighbors: n, width: d, ...both });
    assert.ok(memoryAwareSeconds < naiveSeconds);
    assert.ok(ratio < 3 && accessTimeRatioLimit(both) < 3);
  }));
});

Deno.test("both times grow with neighbours and width, the ratio with the bandwidth of shared memory", () => {
  fc.assert(fc.property(neighbors, width, bandwidths, (n, d, both) => {
    const at = (more: object) => accessTimes({ neighbors: n, width: d, ...both, ...more });
    const base = at({});
    for (const larger of [at({ neighbors: n + 1 }), at({ width: d + 1 })]) {
      assert.ok(larger.naiveSeconds > base.naiveSeconds);
      assert.ok(larger.memoryAwareSeconds > base.memoryAwareSeconds);
    }
    assert.ok(at({ sharedGBs: both.sharedGBs * 2 }).ratio > base.ratio);
  }));
});

Deno.test("the ratio comes to its limit for many neighbours and wide features", () => {
  fc.assert(fc.property(bandwidths, (both) => {
    const far = accessTimes({ neighbors: 1e7, width: 1e7, ...both }).ratio;
    assert.ok(Math.abs(far - accessTimeRatioLimit(both)) < 1e-5);
  }));
});

Deno.test("refuses bandwidths and counts that are not positive", () => {
  for (
    const bad of [{ neighbors: 0 }, { width: -1 }, { sharedGBs: NaN }, { globalGBs: 0 }, { width: Infinity }]
  ) {
    assert.throws(() => accessTimes({ neighbors: 5, width: 64, sharedGBs, globalGBs, ...bad }), UsageError);
  }
  assert.throws(() => accessTimeRatioLimit({ sharedGBs: 0, globalGBs }), UsageError);
});
