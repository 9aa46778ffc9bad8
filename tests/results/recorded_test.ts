/** Sessions that lie in the repository, and what the README says of them. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERDICTS } from "../../results/row.ts";
import { readSession } from "../../results/store.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));
const recorded = join(home, "results", "recorded");

/** Of every device every session. */
function* folders(): Generator<string> {
  for (const device of Deno.readDirSync(recorded).filter(({ isDirectory }) => isDirectory)) {
    for (const { name } of Deno.readDirSync(join(recorded, device.name))) {
      yield join(recorded, device.name, name);
    }
  }
}

Deno.test("recorded sessions are whole, of a clean commit, and read by the code of today", async () => {
  let sessions = 0;
  for (const folder of folders()) {
    const { document, rows, journal, claims, comparisons } = await readSession(folder);
    assert.ok(document.finished, folder);
    assert.equal(rows.length, journal.reduce((sum, comparison) => sum + comparison.rows, 0), folder);
    assert.ok(rows.every(({ commit }) => /^[0-9a-f]{12}$/.test(commit)), folder);
    assert.equal(claims.length, 189, folder);
    assert.equal(new Set(comparisons.map(({ published_id }) => published_id)).size, 837, folder);
    sessions++;
  }
  assert.ok(sessions > 0);
});

Deno.test("the README's table of verdicts is that of a recorded session", async () => {
  const readme = await Deno.readTextFile(join(home, "README.md"));
  const named = /`results\/recorded\/([^`]+)`/.exec(readme)?.[1];
  assert.ok(named !== undefined, "the README names a session");
  const { claims } = await readSession(join(recorded, named));
  for (const [paper, own] of Map.groupBy(claims, (claim) => claim.paper)) {
    const cells = new RegExp(`^\\| \`${paper}\` +\\|([\\s\\d|]+)\\|$`, "m").exec(readme)?.[1];
    assert.ok(cells !== undefined, `the README has a row of ${paper}`);
    const wanted = VERDICTS.map((verdict) => own.filter((claim) => claim.verdict === verdict).length);
    assert.deepEqual(cells.split("|").map(Number), wanted, paper);
  }
});
