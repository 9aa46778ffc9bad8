import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { checkPaths } from "../../../experiments/trials/path_check.ts";
import { drawTrainingSet } from "../../../experiments/eppgcn/drawn_paths.ts";
import { type ExecutionPath, executionPaths } from "../../../graph/execution_paths.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";

const graph = rmat({ vertices: 300, edges: 900 }, 3);
const matrix = gcnNormalise(graph);
const trainingSet = drawTrainingSet(matrix.rows, 10, 1);
const paths = executionPaths(matrix, trainingSet, { layers: 2, transpose: matrix });

/** Report on the paths with the one of a layer changed. */
const changed = (place: number, change: (path: ExecutionPath) => ExecutionPath) =>
  checkPaths(paths.map((path, i) => i === place ? change(path) : path), matrix, trainingSet);

Deno.test("paths that the harness builds have every entry of the matrix that leads from the training set", () => {
  const report = checkPaths(paths, matrix, trainingSet);
  assert.equal(report.ok, true);
  assert.equal(report.checkedRows, paths[0].targets.length + paths[1].targets.length);
  const directed = rowMean(graph);
  const deeper = executionPaths(directed, trainingSet, { layers: 3 });
  assert.equal(checkPaths(deeper, directed, trainingSet).ok, true);
});

Deno.test("a path with another weight, another column or another start is wrong", () => {
  for (const place of [0, 1]) {
    const weight = changed(place, (path) => {
      const values = path.matrix.values!.slice();
      values[values.length - 1] *= 2;
      return { ...path, matrix: { ...path.matrix, values } };
    });
    assert.equal(weight.ok, false);
    assert.ok(weight.relErr > 0 && weight.worst !== undefined);
    const column = changed(place, (path) => {
      const colIdx = path.matrix.colIdx.slice();
      colIdx[0]++;
      return { ...path, matrix: { ...path.matrix, colIdx } };
    });
    assert.equal(column.ok, false);
  }
  assert.equal(checkPaths(paths, matrix, trainingSet.subarray(1)).ok, false);
});

Deno.test("a path that lost a row is wrong", () => {
  const report = changed(1, ({ targets, matrix: { rowPtr, ...rest }, ...path }) => ({
    ...path,
    targets: targets.subarray(0, -1),
    matrix: { ...rest, rows: targets.length - 1, rowPtr: rowPtr.subarray(0, -1) },
  }));
  assert.equal(report.ok, false);
});
