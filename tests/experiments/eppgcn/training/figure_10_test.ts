import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure10 } from "../../../../experiments/eppgcn/training/figure_10.ts";
import { PAPER_GRAPHS } from "../../../../experiments/eppgcn/paper_graphs.ts";
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import type { Row, Sample } from "../../../../results/row.ts";

type Interval = readonly [low: number, median: number, high: number];

/**
 * Parts of a claim where on every graph a training takes 100 ms on paths and 200 ms without; the rest of it
 * takes as long as given on paths, and 100 ms without.
 */
function decide(claim: string, rest: Interval): readonly ClaimPart[] {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const { id } of PAPER_GRAPHS) {
    const add = (contender: string, metric: string, [ci_lo, median, ci_hi]: Interval) => {
      const cell = `${figure10.id}:${id}:${contender}`;
      const measuring = { status: "ok", source: "measured", dataset_kind: "real", dataset: id, contender };
      rows.push({ ...measuring, suite: figure10.id, cell, metric, median, ci_lo, ci_hi } as Row);
      for (let round = 0; round < 15; round++) {
        const value = ci_lo + (ci_hi - ci_lo) * round / 14;
        samples.push({ cell, metric, round, preparation: 1, value } as Sample);
      }
    };
    for (
      const [contender, ms] of [["gnnadvisor", 200], ["on-the-fly", 100], ["pre-processing", 99]] as const
    ) {
      add(contender, "time", [ms, ms, ms]);
      add(contender, "speedup", [200 / ms, 200 / ms, 200 / ms]);
      add(contender, "rest", contender === "gnnadvisor" ? [99, 100, 101] : rest);
    }
  }
  const evidence = new SuiteEvidence(figure10.id, { rows, samples }, 1);
  return figure10.claims.find(({ claimId }) => claimId === `eppgcn.q.${claim}`)!.decide(evidence);
}

const restOf = (rest: Interval) =>
  decide("on-the-fly", rest).filter(({ text }) => text.startsWith("rest of"));

Deno.test("the rest of a training is the same where its whole interval is within a fifth, another where none of it is", () => {
  const holds = restOf([95, 100, 110]), fails = restOf([130, 140, 150]), wide = restOf([70, 100, 160]);
  assert.equal(holds.length, PAPER_GRAPHS.length);
  assert.ok(holds.every((part) => sideOf(part).side === "holds"));
  assert.ok(fails.every((part) => sideOf(part).side === "fails"));
  assert.ok(
    wide.every((part) => sideOf(part).side === "open"),
    "a median within the share says nothing of itself",
  );
});

Deno.test("that paths built before are faster is asked of a card, where the modes have other groups", () => {
  const parts = decide("preproc-vs-fly", [95, 100, 110]);
  assert.equal(parts.length, PAPER_GRAPHS.length);
  assert.ok(parts.every((part) => sideOf(part).side === "holds"));
  const rule = figure10.claims.find(({ claimId }) => claimId === "eppgcn.q.preproc-vs-fly")!;
  assert.ok(rule.premise!.some(({ text }) => text === "groups executed on a card"));
});
