/**
 * No claim about time is decided but by the one rule: every rule of every paper is asked for its parts on the
 * rows of a recorded session, whether its premise holds there or not, and rows of a clock or with an interval
 * that come as exact values are refused.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { EvidenceMissing, SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { publishedPapers } from "../../../experiments/papers.ts";
import { allSuites } from "../../../experiments/suites.ts";
import { readSession } from "../../../results/store/store.ts";

const RECORDED = new URL("../../../results/recorded/amd-epyc-2-threads/standard-x86.zip", import.meta.url);

Deno.test("no rule decides sampled rows as exact values, and only checks of the code compare times so", async () => {
  const rows = Map.groupBy((await readSession(fileURLToPath(RECORDED))).rows, ({ suite }) => suite);
  const tiers = new Map(publishedPapers().flatMap(readClaims).map(({ claimId, tier }) => [claimId, tier]));
  const asked: string[] = [], refused: string[] = [];
  for (const suite of allSuites()) {
    for (const { claimId, decide, reads = [] } of suite.claims) {
      const own = [suite.id, ...reads].flatMap((id) => rows.get(id) ?? []);
      const evidence = new SuiteEvidence(suite.id, { rows: own, samples: [], reads }, 1);
      try {
        decide(evidence);
        asked.push(claimId);
      } catch (error) {
        if (error instanceof EvidenceMissing) continue;
        refused.push(`${claimId}: ${(error as Error).message}`);
      }
      if (evidence.checksCode && tiers.get(claimId) !== "by-construction") refused.push(claimId);
    }
  }
  assert.deepEqual(refused, []);
  assert.ok(asked.length > 120, `${asked.length} rules were asked`);
});

/** Text of every module of experiments but those of the claims themselves, by path. */
async function* suiteTexts(): AsyncGenerator<readonly [path: string, text: string]> {
  const root = new URL("../../../experiments/", import.meta.url);
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
      const path = `${folder}${name}`;
      if (isDirectory && path !== "claims") folders.push(`${path}/`);
      else if (name.endsWith(".ts")) yield [path, await Deno.readTextFile(new URL(path, root))];
    }
  }
}

Deno.test("no suite writes a decided part by hand, and seeds repeat trainings alone", async () => {
  const byHand: string[] = [], overSeeds: string[] = [];
  for await (const [path, text] of suiteTexts()) {
    if (/kind: "timed",\s*(found|within|pFor)|kind: "exact",\s*holds/.test(text)) byHand.push(path);
    if (/overSeeds|withinOverSeeds/i.test(text)) overSeeds.push(path);
  }
  assert.deepEqual(byHand, []);
  assert.deepEqual(overSeeds.toSorted(), [
    "distgnn-mb/convergence/table_3_claims.ts",
    "fastgl/training/convergence/figure_16_claims.ts",
    "roc/accuracy/figure_6_claims.ts",
    "roc/accuracy/figure_7_claims.ts",
  ]);
});
