/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { rmat } from "../../datasets/generators/rmat.ts";
import { assertCsr, nnz } from "../../graph/csr.ts";
import { degreeStatistics } from "../../graph/degrees.ts";
import { graphHash } from "../../graph/graph_hash.ts";
import { isSymmetric } from "../../graph/symmetry.ts";
import { UsageError } from "../../platform/errors.ts";

Deno.test("graphs are simple and never larger than asked for, for any number of vertices", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.nat(400),
      fc.boolean(),
      fc.boolean(),
      fc.nat(),
      (vertices, edges, directed, shuffle, seed) => {
        const graph = assertCsr(rmat({ vertices, edges, directed, shuffle }, seed));
        assert.equal(graph.rows, vertices);
        assert.ok(nnz(graph) <= edges * (directed ? 1 : 2));
        if (!directed) assert.ok(isSymmetric(graph));
        for (let v = 0; v < vertices; v++) {
          assert.ok(!graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1]).includes(v));
        }
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("Graph500's quadrants give skewed degrees, equal quadrants do not", () => {
  const size = { vertices: 4096, edges: 65_536 };
  const skewed = rmat(size, 3), flat = rmat({ ...size, quadrants: [0.25, 0.25, 0.25, 0.25] }, 3);
  assert.deepEqual([nnz(skewed), nnz(flat)], [131_072, 131_072]);
  assert.ok(degreeStatistics(skewed).gini > 0.5);
  assert.ok(degreeStatistics(flat).gini < 0.15);
});

Deno.test("each quadrant gets its share; shuffled ids hide that", () => {
  const size = { vertices: 2 ** 16, edges: 200_000, directed: true };
  const shares = (shuffle: boolean) => {
    const { rowPtr, colIdx, rows } = rmat({ ...size, shuffle }, 5);
    const counts = [0, 0, 0, 0];
    for (let v = 0; v < rows; v++) {
      for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
        // A row lists the sources: its own half is the target's.
        counts[2 * Number(colIdx[e] >= rows / 2) + Number(v >= rows / 2)]++;
      }
    }
    return counts.map((count) => count / rowPtr[rows]);
  };
  const plain = shares(false);
  // Duplicates, which are drawn again, are most of all in the first quadrant.
  [0.57, 0.19, 0.19, 0.05].forEach((share, i) => assert.ok(Math.abs(plain[i] - share) < 0.02, `${plain}`));
  assert.ok(shares(true).every((share) => Math.abs(share - 0.25) < 0.03));
});

Deno.test("graphs are bit by bit those of a program that asked for each draw whether it was new", () => {
  const hashes = [
    rmat({ vertices: 500, edges: 2000 }, 1),
    rmat({ vertices: 37, edges: 300, directed: true, shuffle: false }, 1),
    // Nearly full: most draws are of edges that the graph has.
    rmat({ vertices: 70, edges: 2400 }, 9),
  ].map(graphHash);
  assert.deepEqual(hashes, [
    "36bbb3ffed693533291fd49d82adde79f3b2c97fdb4a2b90100a0ba917266f78",
    "db8a047b21dfd0153eaccd8ddde4e6a667c3fe2946524d105462f2122232f0cf",
    "fd879173b40ab76e95429edf89f3ed269c6198493d9551102afddc0a1ef01c00",
  ]);
});

Deno.test("the seed decides the graph, and wrong parameters are usage errors", () => {
  const columns = (seed: number) => rmat({ vertices: 500, edges: 2000 }, seed).colIdx;
  assert.deepEqual(columns(1), columns(1));
  assert.notDeepEqual(columns(1), columns(2));
  for (
    const wrong of [
      { vertices: 0, edges: 1 },
      { vertices: 2 ** 27, edges: 1 },
      { vertices: 2.5, edges: 1 },
      { vertices: 8, edges: -1 },
      { vertices: 8, edges: 1, quadrants: [0.5, 0.5, 0.5, 0] as const },
      { vertices: 8, edges: 1, quadrants: [1.5, -0.5, 0, 0] as const },
    ]
  ) assert.throws(() => rmat(wrong, 1), UsageError);
});
