/** Verdicts of recorded sessions beside those that today's rules give on their rows. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readSession } from "../../results/store/store.ts";
import { todaysClaims } from "./todays_claims.ts";

const recorded = join(import.meta.dirname!, "../../results/recorded");

/** Verdicts of a session that today's rules would change: claim, verdict then, verdict now. */
async function changedVerdicts(archive: string): Promise<string[][]> {
  const { recorded: then, today } = await todaysClaims(join(recorded, archive));
  const before = new Map(then.map(({ claim_id, verdict }) => [claim_id, verdict]));
  return today.filter(({ claim_id, verdict }) => before.get(claim_id) !== verdict)
    .map(({ claim_id, verdict }) => [claim_id, before.get(claim_id)!, verdict]);
}

Deno.test("the page of recorded sessions names every verdict that today's rules would change", async () => {
  const page = (await Deno.readTextFile(join(recorded, "README.md"))).replaceAll(/\s+/g, " ");
  const [, ofBoth, ofXeon] = /By rules that changed since, (.*) Of the Xeon's alone: (.*?) ###/.exec(page)!;
  const named = (text: string) =>
    [...text.matchAll(/`([\w-]+\.q\.[\w-]+)`, `([\w-]+)`, would be `([\w-]+)`:/g)]
      .map(([, ...words]) => words);
  const both = await changedVerdicts("amd-epyc-2-threads/standard-peers.zip");
  assert.deepEqual(named(ofBoth).sort(), both.sort());
  const xeon = await changedVerdicts("intel-xeon-avx512-2-threads/standard.zip");
  assert.deepEqual([...named(ofBoth), ...named(ofXeon)].sort(), xeon.sort());
  assert.deepEqual([both.length, xeon.length], [4, 6]);
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
