/** The claim of distgnn-mb Table 3 about accuracy, where trainings end early. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { table3Claims } from "../../../../experiments/distgnn-mb/convergence/table_3_claims.ts";
import { table3 } from "../../../../experiments/distgnn-mb/convergence/table_3.ts";
import type { Row } from "../../../../results/row.ts";

/** Answers for 4, 8 and 16 ranks, of which 16 are so many points below one rank, after such a late gain. */
function answers(gap: number, lateGain: number): (string | boolean)[] {
  const rows = ["aep-4", "aep-8", "aep-16"].flatMap((contender, i) =>
    Object.entries({ accuracy_gap: i < 2 ? 0 : gap, late_gain: lateGain }).map(([metric, median]) => ({
      ...{ suite: table3.id, cell: `${table3.id}:graph:gat:${contender}`, contender, metric, median },
      ...{ ci_lo: median - 0.5, ci_hi: median + 0.5, n: 5, status: "ok", source: "measured", unit: "%" },
      ...{ timer: "", dataset: "graph", dataset_kind: "real" },
    } as Row))
  );
  const rule = table3Claims(["graph:gat"]).find(({ claimId }) => claimId === "distgnn-mb.q.accuracy-kept")!;
  return rule.decide(new SuiteEvidence(table3.id, { rows, samples: [] }, 1)).map((part) =>
    part.kind === "exact" ? part.holds : part.kind
  );
}

Deno.test("ranks that are below one rank contradict the paper once their accuracy has stopped to rise", () => {
  assert.deepEqual(answers(3, 0), [true, true, false]);
  assert.deepEqual(answers(3, 2.5), [true, true, "open"]);
});
