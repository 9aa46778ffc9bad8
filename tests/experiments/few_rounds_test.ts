/**
 * Suites that take few rounds in profile standard, beside recorded sessions of that profile: no claim about
 * time of theirs is answered there.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { allSuites } from "../../experiments/suites.ts";
import { readSession } from "../../results/store/store.ts";

const RECORDED = ["amd-epyc-2-threads/standard-x86", "intel-xeon-avx512-2-threads/standard"];
const ANSWERS = new Set(["reproduced", "differs", "analogue-supports", "analogue-contradicts"]);

Deno.test("no claim about time is answered by the few rounds of a suite that decides at published sizes", async () => {
  const few = new Map(
    allSuites().filter(({ decidesFrom }) => decidesFrom !== undefined)
      .flatMap((suite) => suite.claims.map(({ claimId }) => [claimId, suite.id])),
  );
  for (const session of RECORDED) {
    const archive = new URL(`../../results/recorded/${session}.zip`, import.meta.url);
    const { claims } = await readSession(fileURLToPath(archive));
    const answered = claims.filter(({ claim_id, tier, verdict }) =>
      few.has(claim_id) && /^(time-|peer|model)/.test(tier) && ANSWERS.has(verdict)
    );
    assert.ok(claims.some(({ claim_id }) => few.has(claim_id)), session);
    assert.deepEqual(answered.map(({ claim_id }) => claim_id), [], session);
  }
});
