/**
 * Tests of R-MAT graphs by the scale of a name: their size, what they lack, and when they are refused.
 *
 * @module
 */
import assert from "node:assert/strict";
import { drawScaledRmat } from "../../datasets/generators/rmat_scale.ts";
import { MIN_VERTICES } from "../../datasets/generators/stand_in.ts";
import { nnz } from "../../graph/csr.ts";
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";

const FULL = { vertices: 64_000, storedEdges: 640_000 };
const shuffled = (scale: number) => ({ scale, ids: "shuffled" }) as const;

Deno.test("a graph at 1/s has 1/s of the vertices and edges, and no note where all found a place", () => {
  for (const scale of [16, 62.5]) {
    const { graph, note } = drawScaledRmat(FULL, shuffled(scale), 1);
    assert.deepEqual([graph.rows, nnz(graph), note], [64_000 / scale, 640_000 / scale, ""]);
  }
});

Deno.test("edges for which the model finds no place are counted in the note", () => {
  // 120,000 edges among 512 vertices, of which 130,816 are possible, and unlikely ones hardly ever drawn.
  const { graph, note } = drawScaledRmat({ vertices: 512, storedEdges: 240_000 }, shuffled(1), 1);
  const missing = 120_000 - nnz(graph) / 2;
  assert.ok(missing > 0);
  assert.equal(note, `The model found no place for ${missing} of 120000 edges.`);
});

Deno.test("a scale that leaves too few vertices, an order of ids, and too little memory are refused", () => {
  const vertices = 10 * MIN_VERTICES, full = { vertices, storedEdges: 100 * MIN_VERTICES };
  assert.equal(drawScaledRmat(full, shuffled(10), 1).graph.rows, MIN_VERTICES);
  assert.throws(
    () => drawScaledRmat(full, shuffled(10.5), 1),
    (error) => error instanceof UsageError && /use a scale up to 1\/10$/m.test(error.message),
  );
  assert.throws(() => drawScaledRmat(full, { scale: 1, ids: "community" }, 1), UsageError);
  // 32 bytes an edge, of which each is stored twice, and 16 a vertex.
  const bytes = 16 * full.storedEdges + 16 * vertices;
  assert.equal(drawScaledRmat(full, shuffled(1), 1, bytes).graph.rows, vertices);
  assert.throws(() => drawScaledRmat(full, shuffled(1), 1, bytes - 1), OutOfMemoryError);
});
