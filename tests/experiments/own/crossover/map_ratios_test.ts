/** Ratios of a map's contenders, with and without preparation. @module */
import assert from "node:assert/strict";
import {
  paysOffAfter,
  preparedFacts,
  ratioFacts,
  withPreparation,
} from "../../../../experiments/own/crossover/map_ratios.ts";

const base = { id: "base", ms: [10, 20, 10], preparationMs: [0] };
const quick = { id: "quick", ms: [5, 5, 5], preparationMs: [100, 200, 300] };
const slow = { id: "slow", ms: [40, 40, 40], preparationMs: [1] };
const all = [base, quick, slow];

Deno.test("a lead is over the fastest other contender, round by round", () => {
  assert.deepEqual(ratioFacts(all, { id: "quick", baseline: "base" }), {
    lead: [0.5, 0.25, 0.5],
    speedup: [2, 4, 2],
  });
  assert.deepEqual(ratioFacts(all, { id: "base", baseline: "base" }), { lead: [2, 4, 2] });
  assert.deepEqual(ratioFacts([base], { id: "base", baseline: "base" }), {});
});

Deno.test("preparation is spread over uses, in the round in which it was timed", () => {
  assert.deepEqual(withPreparation(quick, 10), [15, 25, 35]);
  const { prepared_speedup } = preparedFacts(all, { id: "quick", baseline: "base", uses: 10 });
  assert.deepEqual(prepared_speedup, [10 / 15, 20 / 25, 10 / 35].map((each) => 1 / (1 / each)));
});

Deno.test("preparation pays off after as many uses as save it, and never where nothing is saved", () => {
  assert.equal(paysOffAfter(all, { id: "quick", baseline: "base" }), 40);
  assert.equal(paysOffAfter(all, { id: "slow", baseline: "base" }), undefined);
  assert.equal(paysOffAfter(all, { id: "base", baseline: "base" }), undefined);
});
