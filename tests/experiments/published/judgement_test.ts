/** Judgements of measured numbers beside printed ones. @module */
import assert from "node:assert/strict";
import { publishedPapers } from "../../../experiments/papers.ts";
import {
  BAND,
  judgedCells,
  judgePublished,
  type PublishedRow,
  readPublished,
} from "../../../experiments/published/mod.ts";
import { UsageError } from "../../../platform/errors.ts";

const PUBLISHED = publishedPapers().flatMap(readPublished);
const byId = new Map(PUBLISHED.map((row) => [row.claimId, row]));

function row(id: string): PublishedRow {
  const found = byId.get(id);
  assert.ok(found, id);
  return found;
}

Deno.test("judging a ratio: direction first, then magnitude, with the whole interval", () => {
  const published = row("hetu-gnn.f8.archaea.spmm-speedup");
  assert.equal(published.number, 2.4);
  const judge = (value: number, ci?: readonly [number, number]) =>
    judgePublished(published, { value, ...(ci ? { ci } : {}) });
  assert.deepEqual(judge(2.4), {
    judgement: "within",
    direction: "same",
    magnitude: "within",
    quotient: 1,
    reason: "",
  });
  assert.equal(judge(2.4 * BAND).judgement, "within");
  assert.equal(judge(2.4 / BAND).judgement, "within");
  assert.equal(judge(3.1).magnitude, "above");
  assert.equal(judge(1.5, [1.4, 1.6]).judgement, "same-direction");
  assert.equal(judge(1.95, [1.8, 2.1]).magnitude, "undecided");
  assert.equal(judge(1.95, [1.8, 2.1]).judgement, "same-direction");
  assert.equal(judge(0.8, [0.7, 0.9]).judgement, "opposite");
  assert.equal(judge(1.0, [0.9, 1.1]).direction, "undecided");
  assert.equal(judge(1.0, [0.9, 1.1]).judgement, "differs");
  assert.equal(judge(1.8, [0.9, 2.7]).judgement, "undecided");
  assert.equal(judge(240, [230, 250]).magnitude, "above");

  const small = row("eppgcn.tiv.cora.dgl.speedup");
  assert.equal(small.number, 1.02);
  assert.equal(judgePublished(small, { value: 0.97, ci: [0.96, 0.98] }).judgement, "opposite");
  const slower = row("eppgcn.f7.youtube");
  assert.equal(judgePublished(slower, { value: 0.22 }).judgement, "within");
  assert.equal(judgePublished(slower, { value: 1.2 }).judgement, "opposite");
  const atLeast = row("hetu-gnn.f9.reddit.best");
  assert.equal(judgePublished(atLeast, { value: 7 }).judgement, "within");
  assert.equal(judgePublished(atLeast, { value: 1.3 }).magnitude, "below");
  assert.equal(judgePublished(atLeast, { value: 1.13 }).judgement, "differs", "the paper says at least 2");
  assert.equal(judgePublished(atLeast, { value: 2.1, ci: [1.9, 2.3] }).judgement, "same-direction");
  const one = { ...published, number: 1, value: "1" };
  assert.equal(judgePublished(one, { value: 1.1, ci: [1.05, 1.15] }).direction, "none");
  assert.equal(judgePublished(one, { value: 2, ci: [1.9, 2.1] }).judgement, "differs");
});

Deno.test("a ratio within the band whose side of 1 is open is not within", () => {
  const published = row("eppgcn.tiv.cora.dgl.speedup");
  assert.equal(judgePublished(published, { value: 1.01, ci: [0.98, 1.04] }).judgement, "undecided");
});

Deno.test("judging a number without dimension: by magnitude alone, whatever its side of 1", () => {
  const rate = row("hetu-gnn.f8.reddit.none.l2hit");
  assert.deepEqual([rate.number, rate.unit], [57.03, "%"]);
  const judge = (value: number, ci?: readonly [number, number]) =>
    judgePublished(rate, { value, ...(ci && { ci }) });
  assert.deepEqual([judge(60).judgement, judge(60).direction], ["within", "none"]);
  assert.equal(judge(40).judgement, "differs");
  assert.equal(judge(45, [40, 50]).judgement, "undecided");
  const negative = { ...rate, number: -0.4, value: "-0.4", unit: "1" };
  assert.equal(judgePublished(negative, { value: -0.45 }).judgement, "within");
  assert.equal(judgePublished(negative, { value: 0.4 }).judgement, "differs");
  const epochs = { ...rate, number: 20, value: "20", unit: "epochs" };
  assert.equal(judgePublished(epochs, { value: 22 }).judgement, "within");
  assert.equal(judgePublished(epochs, { value: 40 }).judgement, "differs");
});

Deno.test("judging a number that the paper says the true one is below: any smaller one agrees", () => {
  const below = PUBLISHED.filter(({ isBelow, reason }) => isBelow && reason === "");
  assert.deepEqual(below.map(({ claimId }) => claimId), ["fastgl.s3_1.pagraph-hit", "eppgcn.f6.min"]);
  const judge = (value: number, ci?: readonly [number, number]) =>
    judgePublished(row("eppgcn.f6.min"), { value, ...(ci && { ci }) }).judgement;
  assert.deepEqual([judge(0.09), judge(0.99), judge(1.2)], ["within", "within", "differs"]);
  assert.equal(judge(1, [0.9, 1.1]), "undecided");
  assert.equal(judgePublished(row("fastgl.s3_1.pagraph-hit"), { value: 5 }).judgement, "within");
  const ratio = { ...row("fastgl.f9.dgl.max"), isBelow: true };
  const judgeRatio = (value: number) => judgePublished(ratio, { value }).judgement;
  assert.deepEqual([judgeRatio(5), judgeRatio(6)], ["within", "differs"], "on the printed side of 1 both");
});

Deno.test("a p value is shown, however near: it is of other observations than the printed one", () => {
  const published = row("eppgcn.tii.vertices.bivariate.p-value"),
    { judgement, reason, quotient } = judgePublished(published, { value: published.number! });
  assert.deepEqual([judgement, reason, quotient], [
    "shown",
    "a p value depends on the number of observations",
    1,
  ]);
});

Deno.test("judging a bound takes its extreme cell, any other row all cells", () => {
  const cells = [{ value: 2 }, { value: 5 }, { value: 3 }];
  assert.deepEqual(judgedCells(row("fastgl.f9.dgl.max"), cells), [{ value: 5 }]);
  assert.deepEqual(judgedCells(row("fastgl.f9.dgl.min"), cells), [{ value: 2 }]);
  // "More than half of the time" is said of both models of the figure.
  assert.deepEqual(judgedCells(row("fastgl.s3_3.sample-share"), cells), [{ value: 2 }]);
  assert.deepEqual(judgedCells(row("hetu-gnn.f8.reddit.spmm-speedup"), cells), cells);
  assert.deepEqual(judgedCells(row("fastgl.f9.dgl.max"), []), []);
});

Deno.test("judging a ratio: none is on a side of 1 that the session's A/A run cannot tell from the other", () => {
  const published = row("fastgl.t7.papers100m.fastgl.speedup");
  assert.equal(published.number, 1.2);
  const judge = (ci: readonly [number, number], resolution: number) =>
    judgePublished(published, { value: Math.sqrt(ci[0] * ci[1]), ci, resolution }).judgement;
  assert.equal(judge([0.951, 0.9996], 0), "opposite");
  assert.equal(judge([0.951, 0.9996], 0.038), "undecided");
  assert.equal(judge([0.85, 0.9], 0.038), "opposite");
  assert.equal(judge([1.02, 1.1], 0.038), "undecided");
  assert.equal(judge([1.05, 1.1], 0.038), "within");
});

Deno.test("judging answers and sets: an interval that holds both answers is undecided", () => {
  const judged = (id: string, value: number, ci?: readonly [number, number]) =>
    judgePublished(row(id), { value, ...(ci ? { ci } : {}) }).judgement;
  assert.equal(judged("roc.t1.graphx.balanced-training", 0, [0, 0]), "within");
  assert.equal(judged("roc.t1.graphx.balanced-training", 1, [1, 1]), "differs");
  assert.equal(judged("roc.t1.roc.balanced-inference", 1, [0, 1]), "undecided");
  assert.equal(judged("roc.t1.roc.balanced-inference", 1), "within");
  assert.equal(judged("roc.t3.state-12", 0), "within");
  assert.equal(judged("roc.t3.state-12", 2), "differs");
  assert.equal(judged("roc.t1.roc.partition-strategy", 1), "shown");
});

Deno.test("judging counts: equal to the printed digits; times and texts are shown only", () => {
  const judge = (id: string, value: number, unit?: string) =>
    judgePublished(row(id), { value, ...(unit ? { unit } : {}) }).judgement;
  assert.equal(judge("hetu-gnn.t3.reddit.vertices", 232965), "within");
  assert.equal(judge("hetu-gnn.t3.reddit.vertices", 232964), "differs");
  assert.equal(judge("hetu-gnn.t3.products.edges", 126167309), "within");
  assert.equal(judge("hetu-gnn.t3.products.edges", 123718280), "differs");
  assert.equal(judge("fastgl.t6.reddit.edges", 114848857, "edges"), "within");
  assert.equal(judge("fastgl.t6.papers100m.edges", 3231371744, "edges"), "differs");
  assert.equal(judge("hetu-gnn.f5.none.edges.b00", 29_731_204, "edges"), "within");
  assert.equal(judge("hetu-gnn.f5.none.edges.b00", 28_600_000, "edges"), "differs");
  assert.equal(judge("distgnn-mb.s3.agg-bytes", 3072), "within", "two reads and a write of 256 floats");
  assert.equal(judge("distgnn-mb.s3.agg-ratio", 8), "differs");
  assert.equal(judge("hetu-gnn.t4.reddit.base", 700, "ms"), "shown");
  assert.equal(judge("hetu-gnn.t4.archaea.dgl", 1, "s"), "shown");
  assert.equal(judge("hetu-gnn.f8.reddit.none.l2hit", 0.6, "fraction"), "within");
  assert.ok(
    Math.abs(judgePublished(row("hetu-gnn.t4.reddit.base"), { value: 355, unit: "ms" }).quotient! - 0.5) <
      1e-12,
  );
  assert.throws(() => judge("hetu-gnn.t4.reddit.base", 1, "x"), UsageError);
  assert.throws(() => judge("hetu-gnn.t3.reddit.vertices", NaN), UsageError);
  assert.throws(
    () => judgePublished(row("hetu-gnn.f8.reddit.spmm-speedup"), { value: 1, ci: [2, 1] }),
    UsageError,
  );
});
