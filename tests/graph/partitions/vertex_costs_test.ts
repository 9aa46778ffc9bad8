import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz } from "../../../graph/csr.ts";
import { type RangeFeatures, vertexFeatures, WARP_SIZE } from "../../../graph/partitions/vertex_costs.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphOf, graphs, SHAPES } from "../graph_fixture.ts";

/** The definitions of Table 2, literally, for one vertex. */
function literally(neighbors: readonly number[], width: number): RangeFeatures {
  const runs: number[] = [];
  for (const [i, id] of neighbors.entries()) {
    if (i > 0 && neighbors[i - 1] === id - 1) runs[runs.length - 1]++;
    else runs.push(1);
  }
  const sum = (cost: (run: number) => number) => sumOf(runs, cost);
  return [
    1,
    neighbors.length,
    runs.length,
    sum((run) => Math.ceil(run / 32)),
    sum((run) => Math.ceil(run * width / 32)),
  ];
}

const widths = fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 3 });

Deno.test("features are those of Table 2, vertex by vertex, for every width", () => {
  fc.assert(fc.property(graphs, widths, (graph, widths) => {
    const features = vertexFeatures(graph, widths);
    for (let v = 0; v < graph.rows; v++) {
      const neighbors = [...graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1])];
      for (const width of widths) {
        assert.deepEqual(features.range(width, v, v + 1), literally(neighbors, width));
      }
    }
  }));
});

Deno.test("vertex 1 with neighbours 3, 4, 6 and 8 has three runs: the paper's example", () => {
  const graph = graphOf(9, [[3, 1], [4, 1], [6, 1], [8, 1]]);
  assert.deepEqual(vertexFeatures(graph, [64]).range(64, 1, 2), [1, 4, 3, 3, 4 + 2 + 2]);
});

Deno.test("runs longer than a warp cost an access for each part of a warp", () => {
  const { clique, path } = SHAPES;
  assert.equal(WARP_SIZE, 32);
  // Vertex 0 reads 1 to 39; vertex 10 reads 0 to 9 and 11 to 39.
  const features = vertexFeatures(clique, [7]);
  assert.deepEqual(features.range(7, 0, 1), [1, 39, 1, 2, Math.ceil(39 * 7 / 32)]);
  assert.deepEqual(features.range(7, 10, 11), [1, 39, 2, 2, Math.ceil(70 / 32) + Math.ceil(29 * 7 / 32)]);
  const [, neighbors, runs] = vertexFeatures(path, [1]).range(1, 0, 300);
  assert.deepEqual([neighbors, runs], [nnz(path), nnz(path)]);
});

Deno.test("runs of all lengths, and more than 1,024 longer than 1, count as Table 2 says", () => {
  const lengths = fc.record({ gap: fc.integer({ min: 1, max: 3 }), run: fc.integer({ min: 1, max: 100 }) });
  fc.assert(fc.property(fc.array(lengths, { maxLength: 5 }), widths, (runs, widths) => {
    const neighbors: number[] = [];
    let next = 0;
    for (const { gap, run } of runs) {
      next += gap;
      for (let i = 0; i < run; i++) neighbors.push(next++);
    }
    const features = vertexFeatures(graphOf(600, neighbors.map((u) => [u, 0] as const)), widths);
    for (const width of widths) assert.deepEqual(features.range(width, 0, 1), literally(neighbors, width));
  }));
  const pairs = Array.from({ length: 1500 }, (_, v) => [[v, v], [(v + 1) % 1500, v]] as const).flat();
  const [, , , , loads] = vertexFeatures(graphOf(1500, pairs), [40]).range(40, 0, 1500);
  // The last row reads 0 and 1499, two runs of 1.
  assert.equal(loads, 1499 * 3 + 2 * 2);
});

Deno.test("features of ranges add up, and x3 <= x4 <= x2, x4 <= x5", () => {
  fc.assert(fc.property(graphs, widths, fc.nat(), fc.nat(), (graph, [width], a, b) => {
    const features = vertexFeatures(graph, [width]), { vertices } = features;
    const [first, second] = [a % (vertices + 1), b % (vertices + 1)].sort((x, y) => x - y);
    const parts = [[0, first], [first, second], [second, vertices]] as const;
    const summed = parts.map(([begin, end]) => features.range(width, begin, end))
      .reduce<readonly number[]>((sum, own) => sum.map((x, i) => x + own[i]), [0, 0, 0, 0, 0]);
    assert.deepEqual(summed, [...features.range(width, 0, vertices)]);
    for (const [begin, end] of parts) {
      const [, x2, x3, x4, x5] = features.range(width, begin, end);
      assert.ok(x3 <= x4 && x4 <= x2 && x4 <= x5, `${x2} ${x3} ${x4} ${x5}`);
    }
  }));
});

Deno.test("widths and ranges that make no sense are refused", () => {
  const { star } = SHAPES;
  for (const width of [0, 1.5, NaN, -3]) assert.throws(() => vertexFeatures(star, [width]), UsageError);
  const features = vertexFeatures(star, [8]);
  assert.throws(() => features.range(9, 0, 1), /widths 8/);
  assert.throws(() => vertexFeatures(star, []).range(9, 0, 1), /widths none/);
  assert.deepEqual(features.range(8, 2, 2), [0, 0, 0, 0, 0], "a range may be empty");
  for (const [begin, end] of [[-1, 2], [3, 2], [0, 301], [0.5, 2], [0, 1.5], [NaN, 2]]) {
    assert.throws(() => features.range(8, begin, end), UsageError);
  }
});
