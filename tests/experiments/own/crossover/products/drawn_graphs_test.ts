import assert from "node:assert/strict";
import { costTerms, matrixCosts } from "../../../../../experiments/own/crossover/products/cost_terms.ts";
import {
  drawnMatrix,
  type GraphKnobs,
  spreadOfGini,
} from "../../../../../experiments/own/crossover/products/drawn_graphs.ts";
import { measuredGraphs } from "../../../../../experiments/own/crossover/products/landmarks.ts";
import { nnz } from "../../../../../graph/csr.ts";
import { degreeStatistics } from "../../../../../graph/degrees.ts";
import { denseShare, tileGrid } from "../../../../../graph/tiles.ts";

const KNOBS: GraphKnobs = {
  vertices: 2048,
  degree: 16,
  spread: 1,
  community: 2048,
  mixing: 0,
  shuffled: 100,
};

Deno.test("each knob moves what it names and leaves the degree alone", () => {
  const draw = (changes: Partial<GraphKnobs>) => drawnMatrix({ ...KNOBS, ...changes }, 1);
  const flat = draw({}), skewed = draw({ spread: 256 });
  for (const matrix of [flat, skewed]) assert.ok(Math.abs(nnz(matrix) / 2048 - 17) < 0.2, `${nnz(matrix)}`);
  assert.ok(degreeStatistics(skewed).gini > degreeStatistics(flat).gini + 0.2);
  const dense = (changes: Partial<GraphKnobs>) =>
    denseShare(tileGrid(draw({ community: 32, mixing: 0.1, ...changes })), 0.05).denseNnzShare;
  const near = dense({ shuffled: 0 }), mixed = dense({ shuffled: 40 }), far = dense({ shuffled: 100 });
  assert.ok(near > 0.8 && near > mixed && mixed > far, `${near}, ${mixed}, ${far}`);
  assert.ok(dense({ shuffled: 0, community: 1024 }) < near);
});

Deno.test("the spread of a Gini coefficient is the one that has it", () => {
  for (const spread of [4, 16, 64]) {
    const { gini } = degreeStatistics(
      drawnMatrix({ ...KNOBS, vertices: 8192, community: 8192, degree: 64, spread }, 1),
    );
    // A drawn graph adds the scatter of its degrees, and a self-loop each.
    const found = spreadOfGini(gini);
    assert.ok(found / spread > 0.7 && found / spread < 1.3, `${spread}: ${found}`);
  }
  assert.ok(measuredGraphs().some(({ label, x, y }) => label === "cora" && x < 4 && y > 4 && y < 64));
});

Deno.test("terms follow the way in which a kernel divides its work", () => {
  const matrix = drawnMatrix({ ...KNOBS, community: 32, mixing: 0.1, shuffled: 0 }, 1);
  const costs = matrixCosts(matrix, 1), of = (kernel: string) => costTerms(costs, { kernel, width: 8 });
  const rows = of("row-split"), groups = of("neighbor-group"), tiles = of("block-sparse");
  assert.equal(rows.term_entries, nnz(matrix));
  assert.equal(rows.term_items, 2048);
  assert.ok(groups.term_items >= 2048 && groups.term_longest_row === 0);
  assert.ok(tiles.term_dense_places > 0 && tiles.term_entries < 0.2 * rows.term_entries);
  assert.ok(rows.term_far_misses <= rows.term_near_misses);
  const rounded = costTerms(costs, { kernel: "row-split-bf16", width: 8, format: "bf16" });
  assert.ok(rounded.term_compulsory < rows.term_compulsory);
});
