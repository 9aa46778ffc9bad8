import assert from "node:assert/strict";
import {
  deviceFacts,
  longestDispatch,
  shortestSample,
} from "../../../../hardware/webgpu/clock/calibrated.ts";

Deno.test("a dispatch takes 100 to 200 ms at a hundredth of the rate, on the slowest GPU too", () => {
  // 1e9 multiply-adds a millisecond: 2e9 in 200 ms at 1 %.
  assert.equal(longestDispatch(1e9), 2 ** 30);
  for (const rate of [1e5, 5e5, 2.5e7, 1e8, 3e10]) {
    const ms = longestDispatch(rate) / (rate / 100);
    assert(ms > 100 && ms <= 200, `${ms} ms at ${rate}`);
  }
  assert.equal(longestDispatch(1e-9), 1);
});

Deno.test("rates that differ a little cut alike", () => {
  assert.equal(longestDispatch(0.9e9), longestDispatch(1e9));
});

Deno.test("a sample by the wall clock is fifty waits long, within 20 and 500 ms", () => {
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 2 }), 100);
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 0.01 }), 20);
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 12 }), 500);
  assert.equal(shortestSample({ timer: "gpu-timestamp", waitMs: 12 }), undefined);
});

Deno.test("a driver that tells nothing of its card's state leaves no such fact", () => {
  const card = { name: "NVIDIA H200", kind: "hardware", webgpu: "dawn", driver: "580.159.04" } as const;
  const facts = (state: string) => deviceFacts({ ...card, state }, { waitMs: 0.025 });
  assert.equal(facts("1980 MHz, 36 C")["gpu state"], "1980 MHz, 36 C");
  assert.ok(!("gpu state" in facts("")));
});
