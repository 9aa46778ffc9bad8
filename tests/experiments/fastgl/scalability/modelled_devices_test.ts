/** Claims that phases of one device decide for several: where kernels are as fast as the card's. @module */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readClaims } from "../../../../experiments/claims/published_claims.ts";
import { EvidenceMissing, SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { allSuites } from "../../../../experiments/suites.ts";
import { readSession } from "../../../../results/store/store.ts";

const RECORDED = "../../../../results/recorded/amd-epyc-2-threads/standard-peers.zip";
const RATE = "naive aggregation's rate over the printed one in 0.25 to 4";

Deno.test("no claim of fastgl rests on modelled devices whose kernels are far from the card's rate", async () => {
  const { rows, samples } = await readSession(fileURLToPath(new URL(RECORDED, import.meta.url)));
  const bySuite = Map.groupBy(rows, ({ suite }) => suite);
  const samplesOf = Map.groupBy(samples, ({ cell }) => cell.split(":")[0]);
  const tiers = new Map(readClaims(findPaper("fastgl")).map(({ claimId, tier }) => [claimId, tier]));
  const modelled: string[] = [], unbounded: string[] = [];
  for (const { id, claims } of allSuites().filter(({ id }) => id.startsWith("fastgl/"))) {
    for (const { claimId, decide, premise = [], reads = [] } of claims) {
      // Of memory the ledger tells, whatever a kernel takes.
      if (tiers.get(claimId) === "model") continue;
      const suites = [id, ...reads];
      const evidence = new SuiteEvidence(id, {
        rows: suites.flatMap((each) => bySuite.get(each) ?? []),
        samples: suites.flatMap((each) => samplesOf.get(each) ?? []),
        reads,
      }, 1);
      try {
        if (!decide(evidence).some(({ kind, source }) => kind !== "exact" && source === "modelled")) continue;
      } catch (error) {
        if (!(error instanceof EvidenceMissing)) throw error;
        continue;
      }
      modelled.push(claimId);
      if (!premise.some(({ text }) => text === RATE)) unbounded.push(claimId);
    }
  }
  assert.ok(modelled.length >= 5, `${modelled}`);
  assert.deepEqual(unbounded, []);
});
