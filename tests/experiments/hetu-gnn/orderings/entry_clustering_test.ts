/** How clustered entries are. @module */
import assert from "node:assert/strict";
import {
  meanColumnGap,
  tileDensityVariance,
} from "../../../../experiments/hetu-gnn/orderings/entry_clustering.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";

const matrix = (rows: readonly (readonly number[])[], cols: number): CsrMatrix => ({
  ...{ rows: rows.length, cols },
  rowPtr: Uint32Array.of(0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)),
  colIdx: Uint32Array.from(rows.flat()),
});

Deno.test("the gap is a mean over neighbouring columns, not over rows", () => {
  assert.equal(meanColumnGap(matrix([[0, 10], [1, 2, 3]], 11)), (10 + 1 + 1) / 3);
  assert.equal(meanColumnGap(matrix([[4], []], 5)), 0);
});

Deno.test("the variance of fill counts empty tiles, and grows as entries gather in fewer of them", () => {
  const full = Array.from({ length: 32 }, (_, i) => i);
  // 32 entries of one row in 1 of 4 tiles: fills 1/32, 0, 0, 0.
  const gathered = matrix([full, ...Array.from({ length: 63 }, () => [])], 64);
  const mean = 1 / 128;
  assert.ok(Math.abs(tileDensityVariance(gathered) - ((1 / 32) ** 2 / 4 - mean ** 2)) < 1e-15);
  const spread = matrix(Array.from({ length: 64 }, (_, i) => i % 2 === 0 ? [i % 32 === 0 ? 0 : 63] : []), 64);
  assert.ok(tileDensityVariance(spread) < tileDensityVariance(gathered));
});
