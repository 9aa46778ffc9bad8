import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr } from "../../graph/csr.ts";
import { inversePermutation } from "../../graph/permutation.ts";
import { permuteFeatures, permuteRows, permuteSymmetric } from "../../graph/permute.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ReproError } from "../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import { entriesOf, graphs, SHAPES, weightedGraphs } from "./graph_fixture.ts";

const permutation = (n: number, seed: number) => randomPermutation(n, new RandomStream(seed, "test"));

Deno.test("permuteSymmetric moves entry (r, c) to (perm[r], perm[c]) with its value", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), fc.nat(), (graph, seed) => {
    const perm = permutation(graph.rows, seed);
    const moved = [...entriesOf(graph)].map(([key, value]) =>
      [key.split(",").map((id) => perm[Number(id)]).join(), value] as const
    );
    assert.deepEqual(entriesOf(assertCsr(permuteSymmetric(graph, perm))), new Map(moved));
  }));
});

Deno.test("permuting and permuting by the inverse is the identity", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), fc.nat(), (graph, seed) => {
    const perm = permutation(graph.rows, seed);
    assert.deepEqual(permuteSymmetric(permuteSymmetric(graph, perm), inversePermutation(perm)), graph);
  }));
});

Deno.test("permuteRows moves entry (r, c) to (perm[r], c) with its value", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), fc.nat(), (graph, seed) => {
    const perm = permutation(graph.rows, seed);
    const moved = [...entriesOf(graph)].map(([key, value]) => {
      const [row, col] = key.split(",").map(Number);
      return [[perm[row], col].join(), value] as const;
    });
    assert.deepEqual(entriesOf(assertCsr(permuteRows(graph, perm))), new Map(moved));
  }));
});

Deno.test("permuteFeatures moves row v to row perm[v], and the inverse brings it back", () => {
  const features = Float32Array.of(0, 1, 10, 11, 20, 21);
  const perm = Uint32Array.of(2, 0, 1);
  const moved = permuteFeatures(features, 2, perm);
  assert.deepEqual(moved, Float32Array.of(10, 11, 20, 21, 0, 1));
  assert.deepEqual(permuteFeatures(moved, 2, inversePermutation(perm)), features);
});

Deno.test("what does not fit together is refused by a typed error", () => {
  const { path } = SHAPES;
  assert.throws(() => permuteSymmetric(path, Uint32Array.of(0)), ReproError);
  assert.throws(() => permuteSymmetric(path, new Uint32Array(path.rows)), ReproError);
  assert.throws(() => permuteSymmetric(submatrix(path, { rows: [0, 2] }), Uint32Array.of(0, 1)), ReproError);
  assert.throws(() => permuteRows(path, new Uint32Array(path.rows)), ReproError);
  assert.throws(() => permuteRows(path, Uint32Array.of(1, 0)), ReproError);
  assert.throws(() => permuteFeatures(new Float32Array(4), 2, Uint32Array.of(0, 0)), ReproError);
  assert.throws(() => permuteFeatures(new Float32Array(5), 2, Uint32Array.of(0, 1)), ReproError);
});
