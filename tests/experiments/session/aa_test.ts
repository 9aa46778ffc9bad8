/**
 * What the measuring loop, the ratios and the verdict rule together conclude of contenders whose truth is known: the clock
 * is simulated, its noise and drift are those of a shared machine.
 *
 * @module
 */
import { pairedRounds } from "../../../platform/statistics/mod.ts";
import assert from "node:assert/strict";
import { PROFILES } from "../../../experiments/profiles.ts";
import { repeatWhereNoisy, smallestDifferenceOf } from "../../../experiments/session/calibration.ts";
import type { Device } from "../../../hardware/device.ts";
import { measure } from "../../../hardware/measuring/measure.ts";
import { RandomStream } from "../../../platform/random.ts";
import { judgeClaims } from "../../../results/verdicts/verdict.ts";
import { timedPairs } from "../../results/verdicts/timed_quantities.ts";

/** Relative noise of a sample, of a preparation (placement in memory), and drift over the whole comparison. */
const NOISE = 0.02, PLACEMENT = 0.01, DRIFT = 0.3;
const SESSIONS = 100;

/** Milliseconds of each contender in each round, as the loop measures them on the simulated clock. */
async function measured(costs: Readonly<Record<string, number>>, seed: number) {
  const stream = new RandomStream(seed, "simulated session");
  let elapsed = 0, clock = 0;
  const device = {
    timer: "wall",
    limits: { memoryBytes: 1e9 },
    ledger: { live: 0, peak: 0 },
    waits: 0,
    finish: () => Promise.resolve(),
    time: (run: () => void, calls: number) => {
      elapsed = 0;
      for (let call = 0; call < calls; call++) run();
      clock += elapsed;
      return Promise.resolve(elapsed * (1 + DRIFT * clock / 5000) * Math.exp(NOISE * stream.normal()));
    },
  } as unknown as Device;
  const contenders = Object.entries(costs).map(([id, ms]) => ({
    id,
    bytes: 1,
    prepare: () => {
      const placed = ms * Math.exp(PLACEMENT * stream.normal());
      return Promise.resolve({
        run: () => {
          elapsed += placed;
        },
        recheck: () => Promise.resolve(),
        destroy: () => {},
      });
    },
  }));
  const { rounds: minRounds, maxRounds, preparations, narrow } = PROFILES.standard;
  const { samples } = await measure(device, contenders, {
    seed,
    minRounds,
    maxRounds,
    preparations,
    narrow,
    budgetMs: 60_000,
  });
  return samples;
}

async function verdict(slowerBy: number, seed: number): Promise<string> {
  const smallestDifference = smallestDifferenceOf(await measured({ a: 25, b: 25, c: 25 }, seed), seed);
  const samples = await measured({ one: 25, other: 25 * (1 + slowerBy) }, seed + 1000);
  const of = (id: string) =>
    samples.filter(({ contender }) => contender === id).map(({ preparation, round, calls, ms }) => ({
      cell: id,
      metric: "time",
      unit: "ms",
      preparation,
      round,
      calls,
      value: ms,
    }));
  const part = timedPairs(pairedRounds(of("other"), of("one")), smallestDifference);
  const text = { paper: "p", artifact: "a", claim_id: "c", statement: "s", check: "c" };
  return judgeClaims([{
    claim: { ...text, tier: "time-any" },
    backend: "wasm",
    adapterKind: "none",
    parts: [part],
  }], { session: "s" })[0].verdict;
}

Deno.test(`an A/A comparison reads inconclusive in at least 97 of ${SESSIONS} simulated sessions`, async () => {
  const verdicts: string[] = [];
  for (let seed = 1; seed <= SESSIONS; seed++) verdicts.push(await verdict(0, seed));
  const wrong = verdicts.filter((each) => each !== "inconclusive");
  assert.ok(wrong.length <= 3, `${wrong.length} of ${SESSIONS} were decided: ${wrong.join(", ")}`);
});

Deno.test(`a contender slowed by 10 % is found out in at least 95 of ${SESSIONS} simulated sessions`, async () => {
  const verdicts: string[] = [];
  for (let seed = 1; seed <= SESSIONS; seed++) verdicts.push(await verdict(0.1, seed));
  assert.ok(verdicts.filter((each) => each === "reproduced").length >= 95, verdicts.join(" "));
  assert.ok(!verdicts.includes("differs"));
});

Deno.test("an A/A run of too few rounds can tell nothing apart, and says so with a number that JSON has", () => {
  const samples = ["a", "b"].map((contender) => ({
    contender,
    preparation: 0,
    round: 0,
    calls: 1,
    ms: 5,
    waits: 0,
  }));
  assert.equal(smallestDifferenceOf(samples, 1), 99);
  const still = samples.map((sample, i) => i === 0 ? { ...sample, ms: 0 } : sample);
  assert.equal(smallestDifferenceOf(still.map((sample) => ({ ...sample, ms: 0 })), 1), 99, "a coarse clock");
  assert.equal(smallestDifferenceOf(still, 1), 99);
});

for (
  const { name, seen, decides, hasTime = true, wanted } of [
    { name: "a quiet A/A run is the only one", seen: [0.1, 0.9], decides: true, wanted: [0.1] },
    {
      name: "a noisy one is taken three times",
      seen: [0.24, 0.07, 0.08, 9],
      decides: true,
      wanted: [0.24, 0.07, 0.08],
    },
    {
      name: "a noisy one that decides nothing is not repeated",
      seen: [0.24, 0.07],
      decides: false,
      wanted: [0.24],
    },
    {
      name: "a noisy one is not repeated where the time is short",
      seen: [0.24, 0.07],
      decides: true,
      hasTime: false,
      wanted: [0.24],
    },
  ]
) {
  Deno.test(name, async () => {
    const given = { decides, hasTime: () => hasTime };
    assert.deepEqual(await repeatWhereNoisy((number) => Promise.resolve(seen[number]), given), wanted);
  });
}
