/**
 * Suites whose standard sizes are too small for their claims take few rounds there.
 *
 * @module
 */
import assert from "node:assert/strict";
import { knownFindings } from "../../experiments/papers.ts";
import { profileFor, takesFewRounds } from "../../experiments/suite.ts";
import { allSuites } from "../../experiments/suites.ts";
import { PROFILES } from "../../experiments/profiles.ts";
import { estimate } from "../../experiments/session/planning/estimate.ts";

Deno.test("rounds are few in profile standard alone, and only where a suite decides at published sizes", () => {
  for (const profile of Object.values(PROFILES)) {
    assert.equal(profileFor({}, profile), profile);
    const own = profileFor({ decidesFrom: "paper" }, profile);
    if (profile.id !== "standard") assert.equal(own, profile);
    else assert.deepEqual([own.rounds, own.maxRounds, own.preparations], [3, 3, 1]);
    assert.equal(profileFor({ decidesFrom: "paper", readByFinding: true }, profile), profile);
  }
});

Deno.test("suites take all rounds that a finding reads", () => {
  const read = new Set(
    knownFindings().flatMap(({ reads }) => Object.values(reads).map(({ suite }) => suite)),
  );
  for (const suite of allSuites()) {
    const hasFew = takesFewRounds(suite, "standard");
    assert.ok(!(hasFew && read.has(suite.id)), `${suite.id} lacks readByFinding`);
    assert.ok(suite.readByFinding === undefined || read.has(suite.id), `no finding reads ${suite.id}`);
  }
});

Deno.test("few rounds shorten the estimate of a timed suite", () => {
  const [{ seconds }] = estimate(["hetu-gnn/table-4"], { profile: "standard" }).comparisons;
  assert.ok(seconds < PROFILES.standard.comparisonMs / 1000, `${seconds} s`);
});
