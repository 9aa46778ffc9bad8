/**
 * Suites whose standard sizes are too small for their claims take few rounds there.
 *
 * @module
 */
import assert from "node:assert/strict";
import { profileFor } from "../../experiments/suite.ts";
import { PROFILES } from "../../experiments/profiles.ts";
import { estimate } from "../../experiments/session/planning/estimate.ts";

Deno.test("rounds are few in profile standard alone, and only where a suite decides at published sizes", () => {
  for (const profile of Object.values(PROFILES)) {
    assert.equal(profileFor({}, profile), profile);
    const own = profileFor({ decidesFrom: "paper" }, profile);
    if (profile.id !== "standard") assert.equal(own, profile);
    else assert.deepEqual([own.rounds, own.maxRounds, own.preparations], [3, 3, 1]);
  }
});

Deno.test("few rounds shorten the estimate of a timed suite", () => {
  const [{ seconds }] = estimate(["hetu-gnn/table-4"], { profile: "standard" }).comparisons;
  assert.ok(seconds < PROFILES.standard.comparisonMs / 1000, `${seconds} s`);
});
