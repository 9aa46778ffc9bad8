/**
 * Suites that take few rounds in profile standard, beside a recorded session of that profile: no claim about
 * time of theirs is answered there.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { allSuites } from "../../experiments/suites.ts";
import { readSession } from "../../results/store/store.ts";

const RECORDED = new URL("../../results/recorded/amd-epyc-2-threads/standard-x86.zip", import.meta.url);
const ANSWERS = new Set(["reproduced", "differs", "analogue-supports", "analogue-contradicts"]);

Deno.test("no claim about time is answered by the few rounds of a suite that decides at published sizes", async () => {
  const { claims } = await readSession(fileURLToPath(RECORDED));
  const few = new Map(
    allSuites().filter(({ decidesFrom }) => decidesFrom !== undefined)
      .flatMap((suite) => suite.claims.map(({ claimId }) => [claimId, suite.id])),
  );
  const answered = claims.filter(({ claim_id, tier, verdict }) =>
    few.has(claim_id) && /^(time-|peer|model)/.test(tier) && ANSWERS.has(verdict)
  );
  assert.ok(claims.some(({ claim_id }) => few.has(claim_id)));
  assert.deepEqual(answered.map(({ claim_id }) => claim_id), []);
});
