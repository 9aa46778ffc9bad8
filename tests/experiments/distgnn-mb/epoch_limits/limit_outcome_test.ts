/** Numbers of an epoch beside its limit, by hand. @module */
import assert from "node:assert/strict";
import type { RankIteration } from "../../../../distributed/training/mod.ts";
import { limitOutcome } from "../../../../experiments/distgnn-mb/epoch_limits/limit_outcome.ts";
import { PLACES } from "../../../../experiments/distgnn-mb/epoch_limits/limited_epochs.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import type { RealEpochs } from "../../../../experiments/distgnn-mb/real_ranks/real_epochs.ts";
import { iteration, layer } from "../overlap/iterations.ts";

/** Iteration of a rank that computes with so many edges: 3.5 ms and what the computation takes. */
const computed = (edges: number, computeMs: number, sentBytes = 0): RankIteration =>
  iteration([{ ...layer(computeMs, sentBytes), edges }]);

/** Epochs of ten iterations; a turn of each measured round has one iteration before, which is not measured. */
function epochs(places: readonly number[], rounds: readonly (readonly RankIteration[])[]): RealEpochs {
  return {
    ranks: rounds[0].length,
    ranOn: { adapterKind: "none", threads: 1 } as RealEpochs["ranOn"],
    places,
    rounds: [],
    turns: rounds.map((ranks) => [ranks.map(() => computed(1, 1000, 9999)), ranks]),
    compared: 0,
    apart: 0,
    check: { ok: true, relErr: 0, tolerance: 0, checkedRows: 1 },
    epochLength: 10,
  };
}

Deno.test("an epoch of two ranks is compared with the limit, and with one rank, of the same round", () => {
  // Rounds 3 and 4 are measured on both; 1 and 2 on one rank alone, and 0 on two.
  const single = epochs([1, 2, 3, 4], [20, 80, 40, 60].map((ms) => [computed(100, ms)]));
  // The slowest rank of a round is another one each time.
  const double = epochs([0, 3, 4], [
    [computed(60, 90, 200), computed(50, 25, 200)],
    [computed(60, 30, 100), computed(50, 25, 300)],
    [computed(50, 35, 100), computed(60, 45, 300)],
  ]);
  const { times, facts } = limitOutcome(({ ranks }) => ranks === 1 ? single : double, PLACES[1], 0);
  assert.deepEqual(times.epoch_time!.ms, [935, 335, 485]);
  // One rank draws 100 edges in 2 ms, computes with them in 40 or 60, and needs 1 ms an iteration beside.
  const limits = [10 * (60 * (0.02 + 0.4) + 1), 10 * (60 * (0.02 + 0.6) + 1)];
  const wanted = {
    epoch_limit: limits.map((ms) => ms / 1000),
    time_over_limit: [335 / limits[0], 485 / limits[1]],
    rank_speedup: [435 / 335, 635 / 485],
    limit_speedup: [435 / limits[0], 635 / limits[1]],
  };
  for (const [metric, values] of Object.entries(wanted)) {
    const { value } = facts[metric as keyof typeof wanted] as StatedValue, found = value as readonly number[];
    assert.equal(found.length, values.length, metric);
    found.forEach((each, i) => assert.ok(Math.abs(each / values[i] - 1) < 1e-12, `${metric}: ${found}`));
  }
  assert.equal((facts.sent_bytes as StatedValue).value, 200);
  assert.equal((facts.epoch_iterations as StatedValue).value, 10);
});

Deno.test("one rank has no speed-up over itself, and rounds of its own alone no limit", () => {
  const single = epochs([0], [[computed(100, 20)]]),
    double = epochs([1], [[computed(60, 30), computed(50, 25)]]);
  const of = (place: typeof PLACES[number]) =>
    limitOutcome(({ ranks }) => ranks === 1 ? single : double, place, 0).facts;
  assert.deepEqual(Object.keys(of(PLACES[0])), [
    "epoch_iterations",
    "sent_bytes",
    "epoch_limit",
    "time_over_limit",
  ]);
  assert.deepEqual(Object.keys(of(PLACES[1])), ["epoch_iterations", "sent_bytes"]);
});
