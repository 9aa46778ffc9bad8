import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import { drawTrainingSet } from "../../../../experiments/eppgcn/drawn_paths.ts";
import {
  aggregateAll,
  aggregateOnPath,
  referenceBackward,
  referenceForward,
} from "../../../../experiments/eppgcn/execution_paths/reference_backward.ts";
import { executionPaths } from "../../../../graph/execution_paths.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";

const matrix = gcnNormalise(rmat({ vertices: 200, edges: 400 }, 3));
const trainingSet = drawTrainingSet(matrix.rows, 5, 1);
const problem = { matrix, trainingSet, layers: 3, width: 4, classes: 3, seed: 1 };
const forward = referenceForward(problem);
const paths = executionPaths(matrix, trainingSet, { layers: 3 });
const pathOf = (layer: number) => paths.find((path) => path.layer === layer)!;

const all = referenceBackward(forward, (_layer, dy) => aggregateAll(problem, dy));

Deno.test("the reference's gradients on paths are those of all vertices, and not zero", () => {
  const active = referenceBackward(forward, (layer, dy) => aggregateOnPath(pathOf(layer), dy));
  all.weights.forEach((values, layer) => {
    assert.ok(values.some((value) => Math.abs(value) > 1e-6), `layer ${layer} has no gradient`);
    values.forEach((value, i) => assert.ok(Math.abs(value - active.weights[layer][i]) < 1e-12));
  });
});

Deno.test("a path that lost an edge gives other gradients: the check can fail", () => {
  const broken = referenceBackward(forward, (layer, dy) => {
    const path = pathOf(layer);
    if (layer === 0) return aggregateOnPath(path, dy);
    const values = path.matrix.values!.slice();
    values[0] = 0;
    return aggregateOnPath({ ...path, matrix: { ...path.matrix, values } }, dy);
  });
  assert.ok(
    all.weights.some((values, layer) =>
      values.some((value, i) => Math.abs(value - broken.weights[layer][i]) > 1e-9)
    ),
  );
});

Deno.test("the reference's weight gradient is the slope of its loss", () => {
  const labels = (shift: number) => {
    const weights = forward.weights.map((weight) => ({ ...weight, values: weight.values.slice() }));
    weights[2].values[0] += shift;
    return weights;
  };
  // The last layer is linear: moving one weight moves the scores by the aggregated features alone.
  const { aggregated, features } = forward;
  const scores = (shift: number) => {
    const moved = labels(shift)[2], y = aggregated[2];
    return features[3].values.map((score, at) => {
      const row = Math.floor(at / 3), column = at % 3;
      return score +
        (column === 0 ? y.values[row * 4] * (moved.values[0] - forward.weights[2].values[0]) : 0);
    });
  };
  // dL/dscore is dX_L; the slope along the weight is their inner product with the change of the scores.
  const step = 1e-6, [up, down] = [scores(step), scores(-step)];
  const slope = sumOf(all.features[3].values, (value, at) => value * (up[at] - down[at]) / (2 * step));
  assert.ok(Math.abs(slope - all.weights[2][0]) < 1e-9, `${slope} against ${all.weights[2][0]}`);
});
