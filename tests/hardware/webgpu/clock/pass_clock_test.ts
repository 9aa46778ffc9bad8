import assert from "node:assert/strict";
import { ClockError } from "../../../../hardware/measuring/clock_error.ts";
import { passTime, wholeTime } from "../../../../hardware/webgpu/clock/pass_clock.ts";

const stamps = (...ns: number[]) => BigUint64Array.from(ns, BigInt);

Deno.test("gaps between submissions are left out", () => {
  // Two submissions: 1,000 to 3,000 ns (two passes) and 9,000 to 10,000 ns.
  const time = passTime(stamps(1000, 1500, 2000, 3000, 9000, 10000), { ends: [4, 6], marks: [1, 2] });
  assert.deepEqual(time, { ms: 0.003, parts: [0.002, 0.001], quantumNs: 500, isSetAnew: false });
});

Deno.test("submissions whose stamps overlap count once", () => {
  // The second begins, by its stamp, while the first one still runs; the third lies within both.
  assert.equal(passTime(stamps(0, 4000, 1000, 6000, 2000, 5000), { ends: [2, 4, 6] }).ms, 0.006);
});

Deno.test("a first stamp of any size is the zero of time", () => {
  assert.equal(passTime(BigUint64Array.of(2n ** 62n, 2n ** 62n + 2_000_000n), { ends: [2] }).ms, 2);
});

/** Where a counter of 36 bits that counts every 52.083 ns, as those of Intel's GPUs do, begins anew. */
const WRAP = 3_579_139_413_333;

Deno.test("a clock that begins anew within a pass, or between two, says so and leaves out what it cannot tell", () => {
  // 2 ms, of which the counter's end takes the last 0.5.
  const within = passTime(stamps(WRAP - 1_500_000, 500_000), { ends: [2] });
  assert.deepEqual([within.ms, within.isSetAnew], [0, true]);
  // 2 ms before and 3 ms after the end, in submissions of their own, then 1 ms in the second of two parts.
  const stamped = stamps(WRAP - 2_500_000, WRAP - 500_000, 100_000, 3_100_000, 3_100_000, 4_100_000);
  const between = passTime(stamped, { ends: [2, 4, 6], marks: [2, 3] });
  assert.deepEqual([between.ms, between.parts, between.isSetAnew], [6, [5, 1], true]);
  const together = passTime(stamped, { ends: [6] });
  assert.deepEqual([together.ms, together.isSetAnew], [6, true]);
});

Deno.test("the time of a whole batch is refused where its clock began anew, with that by the wall", () => {
  const time = (isSetAnew: boolean) => ({ ms: 2, parts: [], quantumNs: 1, isSetAnew });
  const started = performance.now() - 40;
  assert.equal(wholeTime(time(false), started), 2);
  assert.throws(() => wholeTime(time(true), started), (error) => {
    assert.ok(error instanceof ClockError);
    assert.ok(error.wallMs >= 40 && error.wallMs <= performance.now() - started);
    return /a clock of the device that was set anew/.test(error.message);
  });
});
