/** The claim that a delay hides pushes, from rows as trainings over links leave them. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { overlapClaims } from "../../../../experiments/distgnn-mb/overlap/overlap_claims.ts";
import { overlapWorkloadId } from "../../../../experiments/distgnn-mb/overlap/linked_trainings.ts";
import { changedMetric } from "../../../../experiments/claims/model_changes.ts";
import { LINK_CHANGES } from "../../../../hardware/models/link_changes.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";

const ROUNDS = 15;

/** Parts of the claim on one model whose delayed iterations leave `exposed` milliseconds of pushes. */
function parts(exposed: number) {
  const metrics = (delay: 0 | 1) => [
    ...LINK_CHANGES.map((change) =>
      [changedMetric("exposed_time", change), delay === 0 ? 0.86 : exposed] as const
    ),
    ["wait_time", delay === 0 ? 6.8 : 0.03] as const,
    ["elapsed_time", delay === 0 ? 12 : 10] as const,
  ];
  const rows: Row[] = [], samples: Sample[] = [];
  for (const delay of [0, 1] as const) {
    const cell = `distgnn-mb/overlap:${overlapWorkloadId("10g", delay)}:graphsage`;
    for (const [metric, value] of metrics(delay)) {
      rows.push({
        ...{ suite: "distgnn-mb/overlap", cell, contender: "graphsage", metric, unit: "ms", attempt: 1 },
        ...{ status: "ok", dataset: "ogbn-products@1/64", dataset_kind: "stand-in", source: "modelled" },
        ...{ timer: "", median: value, ci_lo: value, ci_hi: value },
      } as Row);
      for (let round = 0; round < ROUNDS; round++) {
        samples.push({ cell, metric, preparation: 0, round, value } as Sample);
      }
    }
  }
  const evidence = new SuiteEvidence("distgnn-mb/overlap", { rows, samples, smallestDifference: 0.04 }, 1);
  const [{ decide }] = overlapClaims([{ id: "graphsage", label: "GraphSAGE", model: "GraphSAGE" }]);
  return decide(evidence);
}

Deno.test("pushes that a delay hides whole speak for the claim, and the words name both delays", () => {
  const found = parts(0);
  assert.deepEqual(found.map((part) => sideOf(part).side), ["holds", "holds", "holds"]);
  assert.deepEqual(found.map(({ text }) => text.split(" = ")[0]), [
    "exposed_time of graphsage on 10g:d0 less exposed_time of graphsage on 10g:d1",
    "delay 0 over 1: wait_time(graphsage) / wait_time(graphsage) on ogbn-products@1/64",
    "delay 0 over 1: elapsed_time(graphsage) / elapsed_time(graphsage) on ogbn-products@1/64",
  ]);
});

Deno.test("a delay that leaves as much exposed, or more, does not", () => {
  assert.deepEqual([0.86, 1.2].map((exposed) => sideOf(parts(exposed)[0]).side), ["open", "fails"]);
});
