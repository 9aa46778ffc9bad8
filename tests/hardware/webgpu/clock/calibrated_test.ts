import assert from "node:assert/strict";
import { longestDispatch, shortestSample } from "../../../../hardware/webgpu/clock/calibrated.ts";

Deno.test("a dispatch takes 200 ms at a hundredth of the rate, and no less work than a submission", () => {
  // 1e9 multiply-adds a millisecond: 2e9 in 200 ms at 1 %.
  assert.equal(longestDispatch({ rate: 1e9 }, 1e9), 2e9);
  assert.equal(longestDispatch({ rate: 1e9 }, 2 ** 31), 2 ** 31);
  assert.equal(longestDispatch({}, 2 ** 31), 2 ** 31);
});

Deno.test("a sample by the wall clock is fifty waits long, within 20 and 500 ms", () => {
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 2 }), 100);
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 0.01 }), 20);
  assert.equal(shortestSample({ timer: "wall-slope", waitMs: 12 }), 500);
  assert.equal(shortestSample({ timer: "gpu-timestamp", waitMs: 12 }), undefined);
});
