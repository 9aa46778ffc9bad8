import assert from "node:assert/strict";
import { fused } from "./fused.ts";

Deno.test("a fused multiply-add is rounded once, where two roundings differ", () => {
  const e = 2 ** -12, big = 1 + e;
  // big * big = 1 + 2^-11 + 2^-24: a tie in 32 bits, to even without c; anything more goes up.
  assert.equal(fused(big, big, 0), 1 + 2 ** -11);
  assert.equal(fused(big, big, 2 ** -60), 1 + 2 ** -11 + 2 ** -23);
  assert.equal(Math.fround(big * big + 2 ** -60), 1 + 2 ** -11);
  assert.equal(fused(-big, big, -(2 ** -60)), -(1 + 2 ** -11 + 2 ** -23));
  assert.equal(fused(big, big, -(2 ** -60)), 1 + 2 ** -11);
  assert.equal(fused(3, 4, 5), 17);
  assert.equal(fused(3e38, 10, 1), Infinity);
});
