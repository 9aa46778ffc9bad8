/** Claims of Figure 9 that hold by construction, or rest on one timing. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure9 } from "../../../../experiments/hetu-gnn/distribution/figure_9.ts";
import { VARIED_LINKS } from "../../../../experiments/hetu-gnn/distribution/links.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { changedMetric } from "../../../../experiments/claims/model_changes.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";

/** Rows of all schemes: each contender's milliseconds of a product, of an ordering, and of what is no product. */
function evidence(
  { reordered = 5, orderingMs = 40, rest = 2, entries = 10 },
  changed: Readonly<Record<string, number>> = {},
) {
  const products: Readonly<Record<string, number>> = {
    "none": 8,
    "block-metis": reordered,
    "block-rcm": reordered,
  };
  const samples: Sample[] = [];
  const rows = figure9.workloads(PROFILES.standard).flatMap(({ id: workload, factors }) =>
    Object.entries(products).flatMap(([contender, ms]) => {
      const epochs = VARIED_LINKS.map((link) => [changedMetric("epoch_time", link), ms + rest] as const);
      // A group of two shares its rows.
      const values = {
        spmm_time: ms,
        preprocess: orderingMs,
        most_rank_entries: factors.partition === "1.5D" ? entries : 20,
        ...Object.fromEntries(epochs),
      };
      return Object.entries(values).map(([metric, median]) => {
        const cell = `${figure9.id}:${workload}:${contender}`;
        const value = changed[`${workload}:${contender}:${metric}`] ?? median;
        if (metric.startsWith("epoch_time")) {
          for (let round = 0; round < 15; round++) {
            samples.push({ cell, metric, preparation: 0, round, value } as Sample);
          }
        }
        const isTime = metric !== "most_rank_entries";
        return {
          ...{ suite: figure9.id, cell, contender, metric, median: value, status: "ok", source: "measured" },
          ...{
            dataset: "g",
            dataset_kind: "stand-in",
            unit: isTime ? "ms" : "edges",
            timer: isTime ? "wall" : "",
          },
        } as Row;
      });
    })
  );
  return new SuiteEvidence(figure9.id, { rows, samples }, 1);
}

const ANSWERS = { holds: true, fails: false, open: "open" } as const;

const answers = (claim: string, of: SuiteEvidence) =>
  figure9.claims.find(({ claimId }) => claimId === `hetu-gnn.q.${claim}`)!.decide(of)
    .map((part) => ANSWERS[sideOf(part).side]);

Deno.test("an epoch that is priced from its product follows it, faster or slower, and lies nearer to 1", () => {
  for (const claim of ["epoch-also", "amdahl"]) {
    assert.deepEqual(answers(claim, evidence({})), [true, true, true, true], claim);
    assert.deepEqual(answers(claim, evidence({ reordered: 9 })), [true, true, true, true], "slower products");
  }
  const wrong = { "archaea:1d-p2:block-rcm:epoch_time": 11 };
  assert.deepEqual(answers("epoch-also", evidence({}, wrong)), [true, true, false, true], "a longer epoch");
  const far = { "reddit:1d-p8:block-metis:epoch_time": 1 };
  assert.deepEqual(
    answers("amdahl", evidence({}, far)),
    [false, true, true, true],
    "more than the product's",
  );
});

Deno.test("with as many blocks the busiest rank of a group multiplies less than one that is alone", () => {
  assert.ok(answers("1_5d-faster-compute", evidence({})).every((answer) => answer === true));
  assert.ok(answers("1_5d-faster-compute", evidence({ entries: 20 })).every((answer) => answer === false));
});

Deno.test("an ordering that was timed once decides nothing within a factor of two of the bound", () => {
  // A tenth of 100 epochs of 7 ms are 70 ms.
  const all = (orderingMs: number) => [...new Set(answers("reorder-cost-small", evidence({ orderingMs })))];
  assert.deepEqual(all(34), [true]);
  assert.deepEqual([all(36), all(139)], [["open"], ["open"]]);
  assert.deepEqual(all(141), [false]);
});
