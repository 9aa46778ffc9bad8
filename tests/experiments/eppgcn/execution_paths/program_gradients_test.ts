/** Gradients of compiled programs: equal on the right paths, and different on wrong ones. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { difference } from "../../../../experiments/eppgcn/execution_paths/compared_gradients.ts";
import { programGradients } from "../../../../experiments/eppgcn/execution_paths/program_gradients.ts";
import { drawTrainingSet } from "../../../../experiments/eppgcn/drawn_paths.ts";
import { executionPaths } from "../../../../graph/execution_paths.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";

const { graph } = await loadDataset("cora@1/8", { seed: 1 });
const matrix = gcnNormalise(graph), layers = 2;
const trainingSet = drawTrainingSet(matrix.rows, 10, 1);
const problem = { matrix, trainingSet, layers, width: 4, classes: 3, seed: 1 };

Deno.test("the compiled backward pass on paths has the gradients of that of all vertices, which are not 0", async () => {
  const { all, active } = await programGradients(problem, executionPaths(matrix, trainingSet, { layers }));
  assert.ok(all.length === layers && all.every((gradient) => gradient.some((each) => each !== 0)));
  assert.ok(difference(all, active) <= 1e-12);
});

Deno.test("a path with a wrong weight gives other gradients", async () => {
  const [first, ...rest] = executionPaths(matrix, trainingSet, { layers });
  const values = first.matrix.values!.map((value) => 1.01 * value);
  const wrong = [{ ...first, matrix: { ...first.matrix, values } }, ...rest];
  const { all, active } = await programGradients(problem, wrong);
  assert.ok(difference(all, active) > 1e-4);
});
