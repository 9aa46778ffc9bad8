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

Deno.test("suites that take all rounds for a finding are read by one", () => {
  const read = new Set(
    knownFindings().flatMap(({ reads }) => Object.values(reads).map(({ suite }) => suite)),
  );
  const marked = allSuites().filter(({ readByFinding }) => readByFinding);
  assert.ok(marked.length > 0);
  for (const suite of marked) {
    assert.ok(read.has(suite.id) && !takesFewRounds(suite, "standard"), suite.id);
    assert.equal(suite.decidesFrom, "paper", `${suite.id} has them anyway`);
  }
});

Deno.test("few rounds shorten the estimate of a timed suite", () => {
  const [{ seconds }] = estimate(["hetu-gnn/table-4"], { profile: "standard" }).comparisons;
  assert.ok(seconds < PROFILES.standard.comparisonMs / 1000, `${seconds} s`);
});
