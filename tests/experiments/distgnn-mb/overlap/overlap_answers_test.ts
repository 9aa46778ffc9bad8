/** Sentences on the overlap, from rows. @module */
import assert from "node:assert/strict";
import { overlap } from "../../../../experiments/distgnn-mb/overlap/overlap.ts";
import type { Row } from "../../../../results/row.ts";
import { writtenRow } from "../../../results/session_fixture.ts";

type Spread = readonly [median: number, low: number, high: number];

/** Rows of GraphSAGE over 10 Gbit/s with a delay of one iteration. */
function rows(speedup: Spread, over: Spread): Row[] {
  const of = (metric: string, [median, ci_lo, ci_hi]: Spread): Row =>
    writtenRow({
      suite: "distgnn-mb/overlap",
      cell: "distgnn-mb/overlap:10g:d1:graphsage",
      contender: "graphsage",
      metric,
      unit: "x",
      n: 15,
      median,
      ci_lo,
      ci_hi,
      timer: "",
      status: "ok",
    });
  return [
    of("overlap_speedup", speedup),
    of("predicted_speedup", [1.25, 1.2, 1.3]),
    of("speedup_over_predicted", over),
  ];
}

Deno.test("a sentence says who wins, what was predicted, and whether both agree within a fifth", () => {
  assert.deepEqual(overlap.answers!(rows([1.3, 1.25, 1.35], [1.04, 0.98, 1.1])), [
    "Over 10 Gbit/s Ethernet, AEP with a delay of one iteration beats the blocking exchange for GraphSAGE: " +
    "whole iterations of d = 0 take 1.30 [1.25, 1.35] × those of d = 1 (n = 15), the overlap predicts " +
    "1.25 [1.20, 1.30] ×, and measured over predicted is 1.04 [0.980, 1.10]: they agree within 20 %.",
  ]);
  // 1 is a fifth below 1.25.
  const [upper] = overlap.answers!(rows([1.5, 1.4, 1.55], [1.2, 1.15, 1.25]));
  assert.match(upper, /: they agree within 20 %\.$/);
  const [apart] = overlap.answers!(rows([0.8, 0.7, 0.9], [0.7, 0.6, 0.75]));
  assert.match(apart, /loses to .* do not agree within 20 %\.$/);
  const [open] = overlap.answers!(rows([1.1, 0.9, 1.2], [0.9, 0.7, 1.1]));
  assert.match(open, /is not told apart from .* open whether they agree within 20 %\.$/);
});

Deno.test("a cell without its prediction has no sentence", () => {
  assert.deepEqual(overlap.answers!(rows([1.3, 1.2, 1.4], [1, 0.9, 1.1]).slice(0, 2)), []);
  assert.deepEqual(overlap.answers!([]), []);
});
