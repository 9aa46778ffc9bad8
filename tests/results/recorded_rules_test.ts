/** Verdicts of recorded sessions beside those that today's rules give on their rows. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { changedVerdictsTable } from "../../results/recordings/changed_verdicts_table.ts";
import { recordedArchives } from "../../results/recordings/recorded_archives.ts";
import { withTable } from "../../results/recordings/recorded_table.ts";
import { findSession } from "../../results/report/report_command.ts";
import { VERDICTS } from "../../results/row.ts";
import { readSession } from "../../results/store/store.ts";
import { wasAsked } from "../../results/verdicts/needs.ts";
import { todaysClaims } from "../../experiments/stored_sessions/todays_claims.ts";

const home = join(import.meta.dirname!, "../.."), recorded = join(home, "results/recorded");

Deno.test("the page of recorded sessions has the table of verdicts that today's rules change", async () => {
  const file = join(recorded, "README.md"), page = await Deno.readTextFile(file);
  const table = await changedVerdictsTable(await recordedArchives(), todaysClaims);
  assert.equal(page, withTable(page, { name: "verdicts", table, file }), "deno task recorded writes it anew");
  // The page says that the README's session and its long trainings have none.
  for (
    const own of [
      "amd-epyc-avx512-2-threads/standard",
      ...["accuracy", "accuracy-ranks", "accuracy-fastgl"].map((name) => `amd-epyc-2-threads/${name}`),
    ]
  ) assert.ok(!table.includes(`\`${own}\``), own);
  assert.ok(table.split("\n").length > 12, table);
});

Deno.test("the README's table of verdicts is that of today's rules on a recorded session and its long trainings", async () => {
  const readme = await Deno.readTextFile(join(home, "README.md"));
  const named = /`results\/recorded\/([^`]+)`/.exec(readme)?.[1];
  assert.ok(named !== undefined, "the README names a session");
  const claimsOf = async (session: string) =>
    todaysClaims(await readSession(await findSession({ root: recorded, session })));
  // What the session did not ask, sessions of long trainings did.
  const long = [...readme.matchAll(/`([\w-]+\/accuracy[\w-]*)`/g)].map(([, name]) => name);
  assert.equal(long.length, 3);
  const asked = (await Promise.all(long.map(claimsOf))).flat().filter(wasAsked);
  const claims = (await claimsOf(named)).map((claim) =>
    wasAsked(claim) ? claim : asked.find(({ claim_id }) => claim_id === claim.claim_id) ?? claim
  );
  const reproduced = claims.filter(({ verdict }) => verdict === "reproduced");
  const page = await Deno.readTextFile(join(recorded, "README.md"));
  const [algebra, others] = [true, false].map((isAlgebra) =>
    reproduced.filter(({ tier }) => (tier === "algebra") === isAlgebra)
  );
  assert.ok(
    page.includes(`Of its ${reproduced.length} \`reproduced\` ${algebra.length} are of tier \`algebra\``),
  );
  assert.deepEqual(others.map(({ claim_id }) => claim_id), ["fastgl.q.overlap-exists"]);
  for (const [paper, own] of Map.groupBy(claims, (claim) => claim.paper)) {
    const cells = new RegExp(`^\\| \`${paper}\` +\\|([\\s\\d|]+)\\|$`, "m").exec(readme)?.[1];
    assert.ok(cells !== undefined, `the README has a row of ${paper}`);
    const given = VERDICTS.filter((verdict) => claims.some((claim) => claim.verdict === verdict));
    const wanted = given.map((verdict) => own.filter((claim) => claim.verdict === verdict).length);
    assert.deepEqual(cells.split("|").map(Number), wanted, paper);
  }
});

Deno.test("the page names the claims that sessions decide both ways", async () => {
  const verdictsOf = async (session: string) => {
    const { claims } = await readSession(join(recorded, `${session}.zip`));
    return new Map(claims.map(({ claim_id, verdict }) => [claim_id, verdict] as const));
  };
  const holds: ReadonlySet<string> = new Set(["reproduced", "analogue-supports", "holds"]);
  const fails: ReadonlySet<string> = new Set(["differs", "analogue-contradicts"]);
  const counts: number[] = [], bothWays = new Set<string>();
  for (
    const [here, there] of [
      ["amd-epyc-avx512-2-threads/standard", "amd-epyc-2-threads/standard-wasm"],
      ["amd-epyc-avx512-2-threads/standard", "intel-xeon-avx512-2-threads/standard"],
      ["amd-epyc-avx512-2-threads/standard", "amd-epyc-2-threads/standard-peers"],
      ["amd-epyc-2-threads/accuracy", "intel-xeon-avx512-2-threads/accuracy"],
      ["amd-epyc-avx512-2-threads/standard-2026-11-30", "amd-epyc-avx512-2-threads/standard-2026-11-29"],
    ]
  ) {
    const own = await verdictsOf(here);
    let decided = 0;
    for (const [claim, other] of await verdictsOf(there)) {
      const verdict = own.get(claim);
      if (verdict === undefined || !holds.has(other) && !fails.has(other)) continue;
      if (!holds.has(verdict) && !fails.has(verdict)) continue;
      decided++;
      if (holds.has(verdict) !== holds.has(other)) bothWays.add(claim);
    }
    counts.push(decided);
  }
  const page = await Deno.readTextFile(join(recorded, "README.md"));
  const [, section] = /### Decided both ways\n(.*?)\n\|/s.exec(page)!;
  assert.deepEqual([...bothWays], [...section.matchAll(/`([\w-]+\.q\.[\w-]+)`/g)].map(([, claim]) => claim));
  const [wasm, xeon, avx2, accuracy] = counts;
  assert.ok(wasm > 60 && xeon > 60 && avx2 > 60 && accuracy > 0, `${counts.join(", ")} claims`);
});
