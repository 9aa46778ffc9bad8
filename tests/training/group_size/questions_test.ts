import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { QUESTION_FEATURES, questionFeatures } from "../../../training/group_size/questions.ts";
import { labelledGraphs } from "../../../training/group_size/training_graphs.ts";

Deno.test("features are logarithms of the sizes, shares of the degrees, width and slots", () => {
  // Degrees 1, 0, 5 and 10: two of three vertices with entries are past 5, one of them past 10.
  const colIdx = Uint32Array.from([0, 0, 1, 2, 3, 4, ...Array.from({ length: 10 }, (_, col) => col)]);
  const matrix = assertCsr({ rows: 4, cols: 10, rowPtr: Uint32Array.of(0, 1, 1, 6, 16), colIdx });
  const features = questionFeatures(matrix, { width: 64, slots: 7168 });
  const third = 1 / 3;
  const wanted = [
    Math.log(3e-4),
    Math.log(16e-4),
    Math.log(16 / 3),
    third,
    third,
    third,
    0,
    0,
    0,
    0,
    0,
    Math.log(2),
  ];
  assert.equal(features.length, QUESTION_FEATURES);
  wanted.forEach((value, i) =>
    assert.ok(Math.abs(features[i] - value) < 1e-6, `feature ${i}: ${features[i]}`)
  );
});

Deno.test("sizes enter by their logarithms, so that a graph ten times as large is one step further", () => {
  const at = (vertices: number) =>
    questionFeatures(rmat({ vertices, edges: 4 * vertices }, 1), { width: 16, slots: 3584 });
  const [small, large] = [at(1000), at(10_000)];
  assert.ok(Math.abs(large[1] - small[1] - Math.log(10)) < 1e-5);
});

Deno.test("equal seeds give equal graphs and answers; the answer is the fastest of all sizes", () => {
  const draw = () => labelledGraphs({ graphs: 3, seed: 9, questions: 2 });
  const drawn = draw();
  assert.deepEqual(drawn, draw());
  assert.ok(drawn.length > 3, "no paths");
  for (const { matrix, questions } of drawn) {
    assertCsr(matrix);
    assert.ok(nnz(matrix) > 0);
    assert.equal(questions.length, 2);
    for (const { seconds, best } of questions) {
      assert.equal(seconds.length, 32);
      assert.equal(seconds[best - 1], Math.min(...seconds));
    }
  }
});
