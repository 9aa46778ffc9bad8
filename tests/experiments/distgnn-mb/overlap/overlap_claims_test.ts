/** The claim that a delay hides pushes, on rows of our own making. @module */
import assert from "node:assert/strict";
import { changedMetric } from "../../../../experiments/claims/model_changes.ts";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { overlapClaims } from "../../../../experiments/distgnn-mb/overlap/overlap_claims.ts";
import { GRAPHSAGE as MODEL } from "../../../../experiments/distgnn-mb/ranks/scaling.ts";
import { LINK_CHANGES } from "../../../../hardware/models/link_changes.ts";
import { median } from "../../../../platform/statistics/mod.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";

const ROUNDS = 15;

/** Sides of the claim's parts, where each metric has one value with d = 0 and one with d = 1. */
function sides(times: Readonly<Record<string, readonly [blocking: number, delayed: number]>>) {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const [metric, byDelay] of Object.entries(times)) {
    for (const [delay, middle] of byDelay.entries()) {
      const cell = `distgnn-mb/overlap:10g:d${delay}:${MODEL.id}`;
      const values = Array.from({ length: ROUNDS }, (_, round) => middle * (1 + 0.001 * round));
      rows.push(
        {
          ...{ suite: "distgnn-mb/overlap", cell, contender: MODEL.id, metric, unit: "ms", status: "ok" },
          ...{ dataset: "ogbn-products@1/64", dataset_kind: "stand-in", source: "modelled", timer: "" },
          ...{ median: median(values), ci_lo: values[0], ci_hi: values.at(-1), attempt: 1 },
        } as Row,
      );
      samples.push(
        ...values.map((value, round) => ({ cell, metric, preparation: 0, round, value } as Sample)),
      );
    }
  }
  const [{ decide }] = overlapClaims([MODEL]);
  return decide(new SuiteEvidence("distgnn-mb/overlap", { rows, samples }, 1)).map(sideOf)
    .map(({ side }) => side);
}

const exposed = (byDelay: readonly [number, number]) =>
  Object.fromEntries(LINK_CHANGES.map((change) => [changedMetric("exposed_time", change), byDelay] as const));

Deno.test("pushes that an iteration hides whole are hidden", () => {
  const rest = { wait_time: [9, 0.1], elapsed_time: [17, 13] } as const;
  assert.deepEqual(sides({ ...exposed([8, 0]), ...rest }), ["holds", "holds", "holds"]);
  assert.deepEqual(sides({ ...exposed([8, 9]), ...rest }), ["fails", "holds", "holds"]);
});

Deno.test("where nothing is exposed with or without delay, the question is open", () => {
  const rest = { wait_time: [9, 9], elapsed_time: [17, 18] } as const;
  assert.deepEqual(sides({ ...exposed([0, 0]), ...rest }), ["open", "open", "fails"]);
});
