/** Claims of roc Figure 7 where trainings end early, or a network has learned nothing. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { guessedAccuracy } from "../../../../experiments/roc/accuracy/accuracy_data.ts";
import { figure7 } from "../../../../experiments/roc/accuracy/figure_7.ts";
import type { Row } from "../../../../results/row.ts";
import type { VertexData } from "../../../../training/vertex_data.ts";

/** Answers of a claim's parts, from the metrics of some networks at their best width, each within half a point. */
function answers(claim: string, networks: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const rows = Object.entries(networks).flatMap(([contender, metrics]) =>
    Object.entries(metrics).map(([metric, median]) => ({
      ...{ suite: figure7.id, cell: `${figure7.id}:best:${contender}`, contender, metric, median, n: 6 },
      ...metric === "guessed_accuracy" ? {} : { ci_lo: median - 0.5, ci_hi: median + 0.5 },
      ...{ status: "ok", source: "measured", unit: "%", timer: "", dataset: "d", dataset_kind: "stand-in" },
    } as Row))
  );
  const { decide } = figure7.claims.find(({ claimId }) => claimId === claim)!;
  return decide(new SuiteEvidence(figure7.id, { rows, samples: [] }, 1));
}

const answer = (part: ReturnType<typeof answers>[number]) => part.kind === "exact" ? part.holds : part.kind;

Deno.test("a deeper network that still gains where its training ends contradicts nothing", () => {
  const four = (late_gain: number) =>
    answer(
      answers("roc.q.depth-width", {
        "layers-2": { width_gain: 4, late_gain: 0 },
        "layers-3": { width_gain: 4, late_gain: 0, gain_over_layers_2: 1 },
        "layers-4": { width_gain: 4, late_gain, gain_over_layers_3: -2 },
      })[0],
    );
  assert.deepEqual([0, 4].map(four), [false, "open"]);
});

Deno.test("a network that is no better than naming one class has no place among others", () => {
  const of = (sage: number) =>
    answers("roc.q.reference-order", {
      "layers-2": { best_accuracy: 30, gain_over_graphsage: 30 - sage, late_gain: 0, guessed_accuracy: 4 },
      "layers-3": { best_accuracy: 29, late_gain: 0, guessed_accuracy: 4 },
      "layers-4": { best_accuracy: 28, late_gain: 0, guessed_accuracy: 4 },
      "graphsage": { best_accuracy: sage, gain_over_gcn: sage - 16, late_gain: 0, guessed_accuracy: 4 },
      "gcn": { best_accuracy: 16, gain_over_fastgcn: 5, late_gain: 0, guessed_accuracy: 4 },
      "fastgcn": { best_accuracy: 11, late_gain: 0, guessed_accuracy: 4 },
    });
  assert.deepEqual(of(10).map(answer), [true, false, true]);
  assert.deepEqual(of(4.2).map(answer), ["open", "open", true]);
  assert.match(
    of(4.2)[1].text,
    /graphsage is right in 4\.20 \[3\.70, 4\.70\] %, one class for all vertices in 4\.00/,
  );
});

Deno.test("who guesses names the class that most of the test vertices have", () => {
  const labels = Uint32Array.of(0, 0, 0, 1, 1, 2), test = Uint32Array.of(0, 3, 4, 5);
  assert.equal(
    guessedAccuracy({ truth: { labels }, classes: 3, split: { test } } as unknown as VertexData),
    50,
  );
});
