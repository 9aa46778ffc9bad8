import assert from "node:assert/strict";
import type { MeasuringOptions } from "../../../hardware/measuring/options.ts";
import { RoundLimits } from "../../../hardware/measuring/round_limits.ts";
import { underClock } from "../../under_clock.ts";

const HOUR = 3_600_000;
const options: MeasuringOptions = {
  seed: 1,
  minRounds: 15,
  maxRounds: 39,
  preparations: 3,
  budgetMs: HOUR,
  narrow: 0.01,
};

Deno.test("the least rounds are spread over the preparations, and further ones are the last one's", () => {
  const { preparations } = new RoundLimits(options);
  assert.deepEqual(preparations.map(({ until, isLast }) => [until, isLast]), [
    [5, false],
    [10, false],
    [39, true],
  ]);
  const few = new RoundLimits({ ...options, minRounds: 3, maxRounds: 3, preparations: 1 });
  assert.deepEqual(few.preparations, [{ preparation: 0, until: 3, isLast: true }]);
});

Deno.test("intervals are looked at before rounds 15, 23, 31 and 39 of the last preparation alone", () => {
  const limits = new RoundLimits(options), rounds = Array.from({ length: 41 }, (_, round) => round);
  assert.deepEqual(rounds.filter((round) => limits.looksBefore(round, { isLast: true })), [15, 23, 31, 39]);
  assert.deepEqual(rounds.filter((round) => limits.looksBefore(round, { isLast: false })), []);
});

Deno.test("rounds up to the next look are begun only where there is time for all of them", () => {
  const limits = new RoundLimits(options), eighth = HOUR / 8;
  assert.equal(limits.isTooLateFor(15, 0.9 * eighth), false);
  assert.equal(limits.isTooLateFor(15, 1.1 * eighth), true, "eight rounds to the look at 23");
  assert.equal(limits.isTooLateFor(22, 1.1 * eighth), false, "one round");
  assert.equal(limits.isTooLateFor(39, HOUR), false, "no look follows");
  const narrowing = new RoundLimits({ ...options, narrowingMs: HOUR / 2 });
  assert.equal(narrowing.isTooLateFor(15, 0.6 * eighth), true, "looks have a budget of their own");
});

Deno.test("a round is a preparation's last at its end, before a look, or where the budget holds no other", () => {
  const limits = new RoundLimits(options), [first, , last] = limits.preparations;
  assert.deepEqual([3, 4].map((round) => limits.endsAfter(round, first, 1)), [false, true]);
  assert.deepEqual([13, 14, 37, 38].map((round) => limits.endsAfter(round, last, 1)), [
    false,
    true,
    false,
    true,
  ]);
  assert.equal(limits.endsAfter(0, first, 1.1 * HOUR), true);
});

Deno.test("the first round always runs, and none after a spent budget", async () => {
  const spent = new RoundLimits({ ...options, budgetMs: -1 });
  assert.deepEqual([0, 1].map((round) => spent.endsBefore(round)), [false, true]);
  await underClock((pass) => {
    const limits = new RoundLimits(options), ends: boolean[] = [];
    for (const ms of [HOUR, 1]) {
      pass(ms);
      ends.push(limits.endsBefore(1));
    }
    assert.deepEqual(ends, [false, true], "time is counted from the beginning of the comparison");
  });
});
