import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure6 } from "../../../../experiments/roc/accuracy/figure_6.ts";
import type { Row } from "../../../../results/row.ts";

type Interval = readonly [low: number, median: number, high: number];

/** The claim, from the epochs that full batches take at least to what GraphSAGE has after two. */
function moreEpochs([ci_lo, median, ci_hi]: Interval) {
  const standing = { suite: figure6.id, status: "ok", source: "measured", dataset_kind: "stand-in" };
  const cell = (contender: string) => `${figure6.id}:target:two-epochs:${contender}`;
  const rows = [
    { ...standing, cell: cell("roc"), metric: "epochs_at_least", median, ci_lo, ci_hi },
    { ...standing, cell: cell("graphsage"), metric: "epochs_to_accuracy", median: 2, ci_lo: 2, ci_hi: 2 },
  ] as Row[];
  const [part, ...others] = figure6.claims.find(({ claimId }) => claimId === "roc.q.more-epochs")!.decide(
    new SuiteEvidence(figure6.id, { rows, samples: [] }, 1),
  );
  assert.deepEqual(others, []);
  return part;
}

Deno.test("full batches need more epochs where most seeds do, not because one of them never got there", () => {
  const more = moreEpochs([18, 20, 151]), fewer = moreEpochs([1, 1, 1]), unclear = moreEpochs([1, 1, 151]);
  assert.ok(more.kind === "exact" && more.holds);
  assert.ok(fewer.kind === "exact" && !fewer.holds);
  assert.equal(unclear.kind, "open");
});
