/**
 * Claims that follow from definitions or from algebra, asked at the sizes of a smoke run: no machine and no
 * scale makes them fail, so that one that fails is a bug, here or in its suite.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readClaims } from "../../experiments/claims/published_claims.ts";
import { publishedPapers } from "../../experiments/papers.ts";
import { allSuites } from "../../experiments/suites.ts";
import { readSession } from "../../results/store/store.ts";
import { inFolder } from "../in_folder.ts";
import { cli } from "../run_cli.ts";

const CERTAIN = publishedPapers().flatMap(readClaims)
  .filter(({ tier }) => tier === "by-construction" || tier === "algebra")
  .map(({ claimId }) => claimId);

/** Suites that decide these claims, and those whose rows they read. */
function askingSuites(): readonly string[] {
  const ids = allSuites().flatMap(({ id, claims }) =>
    claims.filter(({ claimId }) => CERTAIN.includes(claimId)).flatMap(({ reads = [] }) => [id, ...reads])
  );
  return [...new Set(ids)];
}

Deno.test("a smoke run finds all claims to hold that follow from definitions or algebra, and ends with 0", async () => {
  await inFolder(async (folder) => {
    const args = [...askingSuites(), "--profile", "smoke", "--out", folder, "--session", "s"];
    const { code, stderr } = await cli(["repro", ...args]);
    assert.equal(code, 0, stderr);
    const { claims } = await readSession(join(folder, "s"));
    const asked = claims.filter(({ claim_id: id }) => CERTAIN.includes(id));
    assert.equal(asked.length, CERTAIN.length);
    const others = asked.filter(({ verdict }) =>
      verdict !== "holds" && verdict !== "reproduced" && verdict !== "analogue-supports"
    );
    // At this size a mini-batch is most of its graph: the overlaps of any two are all alike.
    assert.deepEqual(others.map(({ claim_id: id, verdict }) => [id, verdict]), [
      ["fastgl.q.spread", "inconclusive"],
    ]);
  });
});
