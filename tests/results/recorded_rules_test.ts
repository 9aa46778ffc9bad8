/** Verdicts of a recorded session beside those that today's rules give on its rows. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { publishedPapers } from "../../experiments/papers.ts";
import { decideClaims } from "../../experiments/session/verdicts.ts";
import { allSuites } from "../../experiments/suites.ts";
import { readSession } from "../../results/store/store.ts";

const recorded = join(import.meta.dirname!, "../../results/recorded");

/** Verdicts of a session that today's rules would change: claim, verdict then, verdict now. */
async function changedVerdicts(archive: string): Promise<string[][]> {
  const { document, rows, samples, claims } = await readSession(join(recorded, archive));
  const { session, seed, profile, calibration } = document, [{ backend, adapter_kind }] = rows;
  assert.ok(calibration?.callMs !== undefined);
  const { callMs, smallestDifference } = calibration;
  const today = decideClaims(publishedPapers(), allSuites(), {
    session,
    seed,
    profile,
    rows,
    samples,
    callMs,
    smallestDifference,
    backend,
    adapterKind: adapter_kind,
  });
  const before = new Map(claims.map(({ claim_id, verdict }) => [claim_id, verdict]));
  return today.filter(({ claim_id, verdict }) => before.get(claim_id) !== verdict)
    .map(({ claim_id, verdict }) => [claim_id, before.get(claim_id)!, verdict]);
}

Deno.test("the README's verdicts are those that today's rules give", async () => {
  assert.deepEqual(await changedVerdicts("amd-epyc-2-threads/standard-peers.zip"), []);
});

Deno.test("the page of recorded sessions names every verdict of the Xeon's that today's rules would change", async () => {
  const changed = await changedVerdicts("intel-xeon-avx512-2-threads/standard.zip");
  const page = (await Deno.readTextFile(join(recorded, "README.md"))).replaceAll(/\s+/g, " ");
  const named = [...page.matchAll(/`([\w-]+\.q\.[\w-]+)`, `([\w-]+)`, would be `([\w-]+)`:/g)];
  assert.deepEqual(named.map(([, ...words]) => words).sort(), changed.sort());
  assert.ok(page.includes("two of its verdicts would be different"));
  assert.equal(named.length, 2);
});

Deno.test("no claim that the sessions of the README and of the Xeon decide is decided the other way by one of them", async () => {
  const verdictsOf = async (archive: string) => {
    const { claims } = await readSession(join(recorded, archive));
    return new Map(claims.map(({ claim_id, verdict }) => [claim_id, verdict] as const));
  };
  const holds: ReadonlySet<string> = new Set(["reproduced", "analogue-supports", "holds"]);
  const fails: ReadonlySet<string> = new Set(["differs", "analogue-contradicts"]);
  let decided = 0;
  for (const [epyc, xeon] of [["standard-peers", "standard"], ["accuracy", "accuracy"]]) {
    const here = await verdictsOf(`amd-epyc-2-threads/${epyc}.zip`);
    for (const [claim, there] of await verdictsOf(`intel-xeon-avx512-2-threads/${xeon}.zip`)) {
      const verdict = here.get(claim)!;
      if (!holds.has(there) && !fails.has(there) || !holds.has(verdict) && !fails.has(verdict)) continue;
      decided++;
      assert.equal(holds.has(verdict), holds.has(there), claim);
    }
  }
  assert.ok(decided > 70, `${decided} claims`);
});
