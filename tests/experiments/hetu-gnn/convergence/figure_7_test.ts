/** Claims of hetu-gnn Figure 7 on trainings that end above the loss to reach. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure7 } from "../../../../experiments/hetu-gnn/convergence/figure_7.ts";
import type { Row } from "../../../../results/row.ts";

Deno.test("a training that does not reach the loss says so, and one that was not set up says that", () => {
  const rule = figure7.claims.find(({ claimId }) => claimId.endsWith("faster-than-reference"))!;
  const rowOf = (contender: string, changes: Partial<Row>) =>
    ({
      ...{ suite: figure7.id, cell: `${figure7.id}:epoch-60:${contender}`, contender, metric: "test_loss" },
      ...{ dataset: "reddit@1/128", median: 1.95, source: "measured", status: "ok", unit: "1", ...changes },
    }) as Row;
  const decide = (reference: Partial<Row>, ownTime: readonly Row[]) =>
    rule.decide(
      new SuiteEvidence(figure7.id, {
        rows: [rowOf("base", {}), ...ownTime, rowOf("peer:torch-autograd", reference)],
        samples: [],
      }, 1),
    );
  assert.throws(
    () => decide({}, []),
    /^EvidenceMissing: base has a test loss of 1.950 on epoch-60, the last; the loss to reach is 1.857$/,
  );
  const time = rowOf("base", { metric: "time_to_loss", median: 3, unit: "s" });
  assert.throws(() => decide({}, [time]), /peer:torch-autograd has a test loss of 1.950/);
  assert.throws(() => decide({ status: "skipped", reason: "not set up" }, [time]), /skipped \(not set up\)/);
});
