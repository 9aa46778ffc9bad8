/** Samples behind a row of a session, by hand. @module */
import assert from "node:assert/strict";
import { samplesByRow } from "../../../results/compare/session_samples.ts";
import type { Sample } from "../../../results/row.ts";
import { writtenRow } from "../session_fixture.ts";

const SUITE = "hetu-gnn/figure-8";

/** Samples of a contender's metric on cora, one a round; two rounds are a preparation. */
function rounds(contender: string, metric: string, values: Readonly<Record<number, number>>, attempt = 1) {
  return Object.entries(values).map(([round, value]): Sample => ({
    session: "s1",
    cell: `${SUITE}:cora:${contender}`,
    metric,
    unit: "ms",
    attempt,
    preparation: Math.floor(Number(round) / 2),
    round: Number(round),
    calls: 1,
    value,
  }));
}

const SAMPLES = [
  ...rounds("natural", "time", { 0: 10, 1: 20, 2: 30 }),
  ...rounds("rcm", "time", { 0: 5, 1: 4, 2: 10, 3: 1 }),
  ...rounds("natural", "time", { 0: 99 }, 2),
  ...rounds("rcm", "cold", { 0: 7, 2: 8 }),
  ...rounds("metis", "speedup", { 0: 3, 1: 4 }),
];

Deno.test("a time has its own samples by preparation, a speed-up the ratios of the rounds that both sides have", () => {
  const samplesOf = samplesByRow(SAMPLES);
  const of = (contender: string, metric: string, vs = "", attempt = 1) =>
    samplesOf(writtenRow({ contender, metric, vs, attempt, cell: `${SUITE}:cora:${contender}` }));
  assert.deepEqual(of("rcm", "time"), [[5, 4], [10, 1]]);
  assert.deepEqual(of("rcm", "cold"), [[7], [8]]);
  assert.deepEqual(of("natural", "time", "", 2), [[99]]);
  assert.deepEqual(of("rcm", "speedup", "natural"), [[2, 5], [3]]);
  assert.deepEqual(of("metis", "speedup", "natural"), [[3, 4]], "a suite that keeps its own");
  for (
    const none of [of("rcm", "speedup"), of("rcm", "gain", "natural"), of("rcm", "speedup", "natural", 2)]
  ) {
    assert.deepEqual(none, []);
  }
});
