/** Counted terms of sampling and loading. @module */
import assert from "node:assert/strict";
import { epochCounts, loadTerms } from "../../../../../experiments/own/crossover/loading/load_terms.ts";
import { loadDataset } from "../../../../../datasets/load.ts";
import { uniformNeighbors } from "../../../../../graph/sampling/mod.ts";

const { graph } = await loadDataset("reddit@1/2048");
const draw = uniformNeighbors(graph, { fanouts: [2, 3], seed: 1 });

Deno.test("an epoch has the draws and inputs of its mini-batches", async () => {
  const seeds = Uint32Array.of(0, 5, 9);
  const one = await epochCounts(draw, { seeds, batches: 1 });
  const eight = await epochCounts(draw, { seeds, batches: 8 });
  assert.ok(one.inputs > 3 && one.inputs <= 3 * 4 * 3, `${one.inputs} inputs`);
  assert.ok(one.drawn >= one.inputs - 3, `${one.drawn} drawn`);
  assert.deepEqual(eight, { inputs: 8 * one.inputs, drawn: 8 * one.drawn });
});

Deno.test("what is not copied was kept, by those alone who look for it", () => {
  const counts = { inputs: 100, drawn: 300 }, rowBytes = 40;
  const plain = loadTerms(counts, { copiedBytes: 4000, rowBytes, compares: false });
  assert.deepEqual(plain, { term_copied: 4000, term_kept: 0, term_drawn: 300, term_compared: 0 });
  const match = loadTerms(counts, { copiedBytes: 1000, rowBytes, compares: true });
  assert.deepEqual(match, { term_copied: 1000, term_kept: 3000, term_drawn: 300, term_compared: 100 });
});
