/** Claims about what Memory-Aware gains are asked where a program has a fast memory of its own. @module */
import assert from "node:assert/strict";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { FIGURE_12_CLAIMS } from "../../../experiments/fastgl/aggregation/figure_12_claims.ts";
import { SHARED_MEMORY } from "../../../experiments/fastgl/kernel_premises.ts";
import { premiseOf } from "../../../experiments/premises/condition.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { writtenRow } from "../../results/session_fixture.ts";

Deno.test("two CPU threads, whose caches stage by themselves, do not answer what shared memory gains", () => {
  const asked = (row: Parameters<typeof writtenRow>[0]) => {
    const rows = [writtenRow({ suite: "fastgl/figure-12", cell: "fastgl/figure-12:a:b", ...row })];
    const [{ premise }] = FIGURE_12_CLAIMS;
    assert.ok(premise?.includes(SHARED_MEMORY));
    return premiseOf([SHARED_MEMORY], new SuiteEvidence("fastgl/figure-12", { rows, samples: [] }, 1));
  };
  const { met, text } = asked({ backend: "x86", adapter_kind: "none", threads: 2 });
  assert.deepEqual([met, text], [false, "measured on 2 CPU threads, a GPU is wanted"]);
  assert.equal(asked({ backend: "webgpu", adapter_kind: "hardware" }).met, true);
});

Deno.test("the claims on Memory-Aware's gain say that they want a GPU, and those on its result and counts do not", () => {
  const premises = new Map(readClaims(findPaper("fastgl")).map(({ claimId, premise }) => [claimId, premise]));
  for (const claim of ["roofline", "computation-fastest", "c-dimension", "ablation"]) {
    assert.match(premises.get(`fastgl.q.${claim}`)!, /^a GPU; /, claim);
  }
  for (const claim of ["ma-same-result", "ma-same-bytes", "ma-budget", "idmap"]) {
    assert.doesNotMatch(premises.get(`fastgl.q.${claim}`)!, /a GPU/, claim);
  }
});
