import assert from "node:assert/strict";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { References } from "../../../kernels/checks/references.ts";
import type { Oracle } from "../../../kernels/operation.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";

/** The sparse product, with a count of the rows and projections that its oracle has computed. */
function counted() {
  const counts = { rows: 0, projections: 0 };
  const oracle: Oracle<SpmmProblem> = {
    ...spmm.oracle,
    row(...args) {
      counts.rows++;
      return spmm.oracle.row(...args);
    },
    project(...args) {
      counts.projections++;
      return spmm.oracle.project!(...args);
    },
  };
  return { operation: { ...spmm, oracle }, counts };
}

function exactResult(problem: SpmmProblem): Float32Array {
  const { rows, cols } = spmm.oracle.shape(problem);
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  return Float32Array.from({ length: rows * cols }, (_, i) => {
    if (i % cols === 0) spmm.oracle.row(problem, i / cols, value, magnitude);
    return value[i % cols];
  });
}

const small = randomProblem({ rows: 300, cols: 200, width: 10, entries: (row) => 1 + row % 40 });
const large = randomProblem({ rows: 60_000, cols: 500, width: 6, entries: (row) => 1 + row % 5 });

for (
  const [name, problem, extent] of [
    ["every row", small, { seed: 1 }],
    ["sampled rows and projections", large, { seed: 1, exhaustiveWork: 0 }],
  ] as const
) {
  Deno.test(`a shared reference of ${name} is computed once, and judges as one of its own`, () => {
    const { operation, counts } = counted(), references = new References();
    const right = exactResult(problem), wrong = right.slice();
    wrong[7] += 1;
    const shared = (got: Float32Array) =>
      checkOutput(operation, { ...problem }, got, { ...extent, references });
    const first = shared(right), { rows, projections } = counts;
    assert.ok(rows > 0);
    assert.deepEqual([shared(right), shared(wrong)], [first, checkOutput(spmm, problem, wrong, extent)]);
    assert.deepEqual(counts, { rows, projections });
    assert.deepEqual(first, checkOutput(spmm, problem, right, extent));
    assert.equal(shared(wrong).ok, false);
  });
}

Deno.test("other arrays, another width or seed have references of their own", () => {
  const { operation, counts } = counted(), references = new References();
  const check = (problem: SpmmProblem, seed: number) => {
    const before = counts.rows;
    checkOutput(operation, problem, exactResult(problem), { seed, references });
    return counts.rows - before;
  };
  const { rows } = small.matrix;
  assert.equal(check(small, 1), rows);
  assert.equal(check({ ...small, features: small.features.slice() }, 1), rows);
  assert.equal(check({ ...small, width: 5 }, 1), rows);
  assert.equal(check(small, 2), rows);
  assert.equal(check(small, 1), 0);
});

Deno.test("arrays that are filled anew have another reference", () => {
  const references = new References(), problem = { ...small, features: small.features.slice() };
  const old = exactResult(problem),
    check = (got: Float32Array) => checkOutput(spmm, problem, got, { seed: 1, references }).ok;
  assert.equal(check(old), true);
  problem.features.reverse();
  assert.deepEqual([check(old), check(exactResult(problem))], [false, true]);
});

Deno.test("a value that is not finite is found beside a shared reference, in a row that was not sampled", () => {
  const references = new References(), extent = { seed: 1, exhaustiveWork: 0, projections: 0, references };
  const right = exactResult(large);
  assert.ok(checkOutput(spmm, large, right, extent).ok);
  for (let row = 2000; row < 2040; row++) {
    const broken = right.slice();
    broken[row * large.width] = NaN;
    const report = checkOutput(spmm, large, broken, extent);
    assert.deepEqual([report.ok, report.worst?.row], [false, row]);
  }
});
