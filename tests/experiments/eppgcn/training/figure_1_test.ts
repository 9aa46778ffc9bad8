/** The claim of eppgcn Figure 1 about shares of phases, beside what the A/A run can tell apart. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure1 } from "../../../../experiments/eppgcn/training/figure_1.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { judgeClaims } from "../../../../results/verdicts/verdict.ts";

const GRAPHS = ["twitter", "blog", "com-youtube"], EPOCHS = 15;

/** Verdict on shares in percent that every epoch has, on every graph. */
function verdict(
  [backward, aggregation]: readonly [backward: number, aggregation: number],
  { smallestDifference = 0.05, epochs = EPOCHS } = {},
): string {
  const shares = { backward_share: backward, aggregation_share_of_backward: aggregation };
  const rows: Row[] = [], samples: Sample[] = [];
  for (const graph of GRAPHS) {
    for (const [metric, median] of Object.entries(shares)) {
      const of = { cell: `${figure1.id}:${graph}:gnnadvisor`, metric };
      const value = { n: epochs, median, ci_lo: median - 0.1, ci_hi: median + 0.1, unit: "%" };
      rows.push({
        ...{ ...of, ...value, suite: figure1.id, contender: "gnnadvisor", dataset: graph },
        ...{ dataset_kind: "real", status: "ok", source: "measured" },
      } as Row);
      samples.push(...Array.from({ length: epochs }, (_, round) => {
        return { ...of, preparation: 0, round, value: median } as Sample;
      }));
    }
  }
  const { claimId, decide } = figure1.claims.find(({ claimId }) => claimId === "eppgcn.q.backward-share")!;
  const text = { paper: "eppgcn", artifact: "Figure 1", claim_id: claimId, statement: "", check: "" };
  const claim = { ...text, tier: "time-gpu" as const };
  const parts = decide(new SuiteEvidence(figure1.id, { rows, samples, smallestDifference }, 1));
  const measuring = { backend: "webgpu", adapterKind: "hardware" } as const;
  return judgeClaims([{ ...measuring, claim, parts }], { session: "s" })[0].verdict;
}

Deno.test("backward propagation takes about half, and aggregation most of it, on both sides of the bounds", () => {
  assert.equal(verdict([50, 60]), "reproduced");
  for (const shares of [[30, 60], [70, 60], [50, 40]] as const) assert.equal(verdict(shares), "differs");
});

Deno.test("a share as near to its bound as two runs of one kernel are to each other decides nothing", () => {
  assert.equal(verdict([50, 47]), "differs");
  assert.equal(verdict([50, 47], { smallestDifference: 0.25 }), "inconclusive");
  assert.equal(verdict([50, 40], { epochs: 5 }), "inconclusive", "five epochs are context");
});
