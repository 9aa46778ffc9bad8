/** What rules can ask of the rounds of a suite: each answer is a test that noise and Holm's correction are held against. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Row, Sample } from "../../../results/row.ts";

const ROUNDS = 15;

/** One metric of each contender, by round. */
function evidence(values: Readonly<Record<string, readonly number[]>>): SuiteEvidence {
  const cellOf = (contender: string) => `suite:work:${contender}`;
  const rows = Object.keys(values).map((contender) => ({
    ...{ suite: "suite", cell: cellOf(contender), contender, metric: "time", status: "ok" },
    ...{ dataset: "graph", dataset_kind: "stand-in", source: "modelled" },
  } as Row));
  const samples = Object.entries(values).flatMap(([contender, own]) =>
    own.map((value, round) => ({
      ...{ cell: cellOf(contender), metric: "time", preparation: 0, round, value },
    } as Sample))
  );
  return new SuiteEvidence("suite", { rows, samples }, 1);
}

const at = (contender: string) => ({ workload: "work", contender });

/** Times around `middle` that are up to 8 % off. */
function noisy(middle: number, seed: number): number[] {
  const stream = new RandomStream(seed, "noise");
  return Array.from({ length: ROUNDS }, () => middle * (1 + 0.16 * (stream.uniform() - 0.5)));
}

Deno.test("two noisy times of one length are equal within a margin that most over least of a round exceeds", () => {
  const [a, b] = [noisy(4, 1), noisy(4, 2)];
  const widest = Math.max(...a.map((ms, i) => Math.max(ms, b[i]) / Math.min(ms, b[i])));
  assert.ok(widest > 1.1);
  const part = evidence({ a, b }).equal([at("a"), at("b")], { metric: "time", margin: 1.1 });
  assert.ok(
    part.kind === "equal" && part.ratio.ciLo > 1 / 1.1 && part.ratio.ciHi < 1.1 && part.pWithin < 0.01,
  );
  assert.deepEqual([part.source, part.datasetKind, part.ratio.n], ["modelled", "stand-in", ROUNDS]);
});

Deno.test("times that are further apart than the margin are so by the other test", () => {
  const part = evidence({ a: noisy(5, 1), b: noisy(4, 2) }).equal([at("a"), at("b")], {
    ...{ metric: "time", margin: 1.1 },
  });
  assert.ok(part.pBeyond < 0.01 && part.pWithin === 1 && part.ratio.ciLo > 1.1);
});

Deno.test("a number is about another within a share of it, by its rounds and not by its median alone", () => {
  const near = (values: readonly number[]) =>
    evidence({ a: values }).near(at("a"), "time", { wanted: 100, margin: 1.2 });
  assert.ok(near(noisy(105, 1)).pWithin < 0.01);
  assert.ok(near(noisy(140, 1)).pBeyond < 0.01);
  const between = near(noisy(119, 1));
  assert.ok(between.pWithin > 0.05 && between.pBeyond > 0.05 && between.ratio.median < 1.2);
});

Deno.test("a number that rounds have on one side of a bound keeps its p, for the verdict to correct", () => {
  const part = evidence({ a: noisy(150, 1) }).bounded(at("a"), "time", { side: "below", bound: 100 });
  assert.deepEqual([part.kind, part.claimed, part.ratio.n], ["order", "below", ROUNDS]);
  assert.ok(part.ratio.pGreater === 2 ** -ROUNDS && part.ratio.ciLo > 1);
  assert.match(part.words, /^time of a on work \(graph\) = 1[45]\d\.\d \[/);
});

Deno.test("rounds of two runs are not paired, for an order or for an equality", () => {
  const rows = ["a", "b"].map((contender, attempt) => ({
    ...{ suite: "suite", cell: `suite:work:${contender}`, contender, metric: "time", status: "ok" },
    ...{ dataset: "graph", dataset_kind: "stand-in", source: "measured", attempt },
  } as Row));
  const mixed = new SuiteEvidence("suite", { rows, samples: [] }, 1);
  assert.throws(() => mixed.faster(at("a"), at("b")), /not measured in the same rounds/);
  assert.throws(
    () => mixed.equal([at("a"), at("b")], { metric: "time", margin: 1.1 }),
    /not measured in the same rounds/,
  );
});
