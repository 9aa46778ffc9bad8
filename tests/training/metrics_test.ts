import fc from "fast-check";
import assert from "node:assert/strict";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { jointScores, meanLoss, scoreSet, tallySet } from "../../training/metrics.ts";

const scores = Float32Array.of(2, 1, 0, 0, 3, 0, 1, 1, 5);
const labels = Uint32Array.of(0, 2, 2);
const scored = { scores, classes: 3, truth: { labels } };

Deno.test("accuracy counts the vertices of the set whose class scores highest", () => {
  assert.equal(scoreSet(scored, Uint32Array.of(0, 1, 2)).accuracy, 2 / 3);
  assert.equal(scoreSet(scored, Uint32Array.of(1)).accuracy, 0);
  assert.equal(scoreSet(scored, Uint32Array.of(2, 0)).accuracy, 1);
});

Deno.test("accuracy and loss are those of the definitions, for any number of classes", () => {
  const row = (classes: number) =>
    fc.tuple(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: classes, maxLength: classes }), fc.nat());
  const cases = fc.integer({ min: 1, max: 6 }).chain((classes) =>
    fc.record({ classes: fc.constant(classes), rows: fc.array(row(classes), { minLength: 1, maxLength: 5 }) })
  );
  fc.assert(fc.property(cases, ({ classes, rows }) => {
    const scores = Float32Array.from(rows.flatMap(([own]) => own)), all = Uint32Array.from(rows.keys());
    const labels = Uint32Array.from(rows, ([_, pick]) => pick % classes);
    const hits = rows.filter(([own], v) => own.indexOf(Math.max(...own)) === labels[v]).length;
    const losses = rows.map(([own], v) =>
      -Math.log(Math.exp(own[labels[v]]) / sumOf(own, (score) => Math.exp(score)))
    );
    const found = scoreSet({ scores, classes, truth: { labels } }, all);
    assert.equal(found.accuracy, hits / rows.length);
    const wanted = sumOf(losses) / rows.length;
    assert.ok(Math.abs(found.loss - wanted) < 1e-12, `${found.loss}, not ${wanted}`);
  }));
});

Deno.test("equal scores count for the first class, and scores that are no numbers for none", () => {
  const tie = { scores: Float32Array.of(1, 1), classes: 2, truth: { labels: Uint32Array.of(0) } };
  assert.equal(scoreSet(tie, Uint32Array.of(0)).accuracy, 1);
  const broken = { scores: Float32Array.of(NaN, NaN), classes: 2, truth: { labels: Uint32Array.of(0) } };
  assert.equal(scoreSet(broken, Uint32Array.of(0)).accuracy, 0);
});

Deno.test("the loss is the mean of minus the log of the softmax, without overflow", () => {
  const soft = Math.exp(2) / (Math.exp(2) + Math.exp(1) + 1);
  assert(Math.abs(meanLoss(scored, Uint32Array.of(0)) + Math.log(soft)) < 1e-12);
  const steep = { scores: Float32Array.of(1000, 0), classes: 2, truth: { labels: Uint32Array.of(1) } };
  assert.equal(meanLoss(steep, Uint32Array.of(0)), 1000);
});

Deno.test("with several labels a vertex: micro-F1 and the summed binary cross-entropy", () => {
  const targets = Float32Array.of(1, 0, 1, 1, 0, 0);
  const several = { scores: Float32Array.of(2, 1, -1, 3, -800, -1), classes: 3, truth: { targets } };
  const both = Uint32Array.of(0, 1);
  // True positives at 0 and 3, a false positive at 1, a false negative at 2.
  assert.equal(scoreSet(several, both).accuracy, 4 / 6);
  const softplus = (z: number) => Math.log(1 + Math.exp(z));
  const wanted = (softplus(-2) + softplus(1) + softplus(1) + softplus(-3) + 0 + softplus(-1)) / 2;
  assert(Math.abs(meanLoss(several, both) - wanted) < 1e-12);
  const nothing = { scores: Float32Array.of(-1), classes: 1, truth: { targets: Float32Array.of(0) } };
  assert.equal(scoreSet(nothing, Uint32Array.of(0)).accuracy, 1);
});

Deno.test("sets that do not fit the scores are refused", () => {
  for (const vertices of [Uint32Array.of(), Uint32Array.of(3)]) {
    assert.throws(() => scoreSet(scored, vertices), UsageError);
  }
  const short = { ...scored, truth: { labels: Uint32Array.of(1) } };
  assert.throws(() => scoreSet(short, Uint32Array.of(0)), UsageError);
});

Deno.test("tallies of disjoint sets, empty ones among them, give the scores of their union", () => {
  const targets = Float32Array.of(1, 0, 1, 0, 1, 1, 1, 0, 0);
  for (const given of [scored, { scores, classes: 3, truth: { targets } }]) {
    const parts = [Uint32Array.of(2), Uint32Array.of(), Uint32Array.of(0, 1)];
    const joined = jointScores(parts.map((part) => tallySet(given, part)))!;
    const wanted = scoreSet(given, Uint32Array.of(0, 1, 2));
    assert.equal(joined.accuracy, wanted.accuracy);
    assert.ok(Math.abs(joined.loss - wanted.loss) < 1e-12);
  }
  assert.equal(jointScores([tallySet(scored, Uint32Array.of())]), undefined);
});
