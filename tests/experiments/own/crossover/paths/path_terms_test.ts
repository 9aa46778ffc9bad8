/** Counted terms of epochs on the whole graph, under a mask and on paths. @module */
import assert from "node:assert/strict";
import { matrixCosts } from "../../../../../experiments/own/crossover/products/cost_terms.ts";
import { drawnMatrix } from "../../../../../experiments/own/crossover/products/drawn_graphs.ts";
import { epochCosts, epochTerms } from "../../../../../experiments/own/crossover/paths/path_terms.ts";
import { CLASSES, HIDDEN } from "../../../../../experiments/own/crossover/paths/path_widths.ts";
import { nnz } from "../../../../../graph/csr.ts";
import { executionPaths } from "../../../../../graph/execution_paths.ts";

const knobs = { vertices: 2048, degree: 8, spread: 4, community: 2048, mixing: 0, shuffled: 100 };
const adjacency = drawnMatrix(knobs, 1);
const paths = executionPaths(adjacency, Uint32Array.of(3, 70, 900), { layers: 2, transpose: adjacency });
const costs = epochCosts(matrixCosts(adjacency, 1), paths, 1);
const of = (id: string) => epochTerms(id, costs);

Deno.test("an epoch multiplies forwards on the whole graph, and backwards on it or on the paths", () => {
  const entries = nnz(adjacency), [last, first] = paths.map(({ matrix }) => nnz(matrix));
  assert.ok(last < first && first < entries, `${last}, ${first} of ${entries}`);
  assert.equal(of("whole").term_entries, 4 * entries);
  assert.equal(of("paths").term_entries, 2 * entries + last + first);
  const forward = entries * (CLASSES + HIDDEN);
  assert.equal(of("paths").term_multiply_adds, forward + last * CLASSES + first * HIDDEN);
});

Deno.test("a mask tests every edge, paths with full gradients write every row, compact ones their own", () => {
  const [mask, full, compact] = ["if-else", "paths", "compact"].map((id) => of(id).term_items);
  assert.equal(mask - full, 2 * nnz(adjacency));
  assert.ok(compact < full);
  assert.equal(of("if-else").term_entries, of("compact").term_entries);
});
