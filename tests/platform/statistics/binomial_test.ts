import assert from "node:assert/strict";
import { binomialUpperTail } from "../../../platform/statistics/mod.ts";

/** Exact integers, by Pascal's rule. */
function exactTail(k: number, n: number): number {
  let term = 1n;
  let upper = 0n;
  for (let i = 0; i <= n; i++) {
    if (i >= k) upper += term;
    term = term * BigInt(n - i) / BigInt(i + 1);
  }
  return Number(upper * 2n ** 1023n / 2n ** BigInt(n)) / 2 ** 1023;
}

Deno.test("the tail agrees with exact integers", () => {
  for (const n of [0, 1, 2, 5, 13, 39, 64, 301, 1000, 1001]) {
    for (let k = -1; k <= n + 1; k++) {
      const want = exactTail(k, n);
      assert.ok(Math.abs(binomialUpperTail(k, n) - want) <= 1e-12 * want + 1e-290, `k = ${k}, n = ${n}`);
    }
  }
});

Deno.test("the tail is exact for the numbers of rounds of a comparison", () => {
  for (let n = 1; n <= 48; n++) {
    assert.equal(binomialUpperTail(n, n), 2 ** -n);
    if (n % 2 === 1) assert.equal(binomialUpperTail((n + 1) / 2, n), 0.5);
  }
});

Deno.test("the tail does not overflow for many throws", () => {
  // Symmetric about the middle: P(X >= n/2) is a half and half the weight of the middle, sqrt(2 / (pi n)).
  const n = 100_000;
  assert.ok(Math.abs(binomialUpperTail(n / 2, n) - 0.5 - Math.sqrt(2 / (Math.PI * n)) / 2) < 1e-7);
  assert.equal(binomialUpperTail(0, n), 1);
  assert.equal(binomialUpperTail(n + 1, n), 0);
});
