import assert from "node:assert/strict";
import { passTime } from "../../../../hardware/webgpu/clock/pass_clock.ts";

const stamps = (...ns: number[]) => BigUint64Array.from(ns, BigInt);

Deno.test("gaps between submissions are left out", () => {
  // Two submissions: 1,000 to 3,000 ns (two passes) and 9,000 to 10,000 ns.
  const time = passTime(stamps(1000, 1500, 2000, 3000, 9000, 10000), { ends: [4, 6], marks: [1, 2] });
  assert.deepEqual(time, { ms: 0.003, parts: [0.002, 0.001], quantumNs: 500 });
});

Deno.test("submissions whose stamps overlap count once", () => {
  // The second begins, by its stamp, while the first one still runs; the third lies within both.
  assert.equal(passTime(stamps(0, 4000, 1000, 6000, 2000, 5000), { ends: [2, 4, 6] }).ms, 0.006);
});

Deno.test("a first stamp of any size is the zero of time", () => {
  assert.equal(passTime(BigUint64Array.of(2n ** 62n, 2n ** 62n + 2_000_000n), { ends: [2] }).ms, 2);
});
