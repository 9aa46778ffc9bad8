import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz } from "../../../graph/csr.ts";
import { CostModel } from "../../../graph/partitions/cost_model.ts";
import { partRanges } from "../../../graph/partitions/part_ranges.ts";
import {
  balancedRanges,
  equalEdgeRanges,
  equalVertexRanges,
  imbalance,
  learnedRanges,
  type RangeCut,
  rebalancedRanges,
} from "../../../graph/partitions/ranges.ts";
import { vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphOf, graphs, plantedGraph, SHAPES } from "../graph_fixture.ts";

const partCounts = fc.integer({ min: 1, max: 17 });
const costLists = fc.array(fc.nat({ max: 1000 }), { maxLength: 200, size: "max" });

function prefix(costs: readonly number[]): number[] {
  const sums = [0];
  for (const cost of costs) sums.push(sums[sums.length - 1] + cost);
  return sums;
}

function assertCovers({ offsets }: RangeCut, vertices: number, parts: number): void {
  assert.equal(offsets.length, parts + 1);
  assert.deepEqual([offsets[0], offsets[parts]], [0, vertices]);
  for (let i = 0; i < parts; i++) assert.ok(offsets[i] <= offsets[i + 1], offsets.join());
}

Deno.test("a graph without edges is cut into equal numbers of vertices, where edges are to be equal", () => {
  const cut = balancedRanges({ vertices: 10, parts: 4, costBefore: () => 0 });
  assert.deepEqual([...cut.offsets], [...equalVertexRanges(10, 4).offsets]);
});

Deno.test("ranges cover every vertex once, whatever they are cut by", () => {
  fc.assert(
    fc.property(graphs, partCounts, fc.float({ min: -0.5, max: 0.5, noNaN: true }), (graph, parts, shift) => {
      const { rows } = graph;
      assertCovers(equalVertexRanges(rows, parts), rows, parts);
      const edges = equalEdgeRanges(graph, parts);
      assertCovers(edges, rows, parts);
      assertCovers(equalEdgeRanges(graph, parts, shift), rows, parts);
      const times = Array.from({ length: parts }, (_, i) => edges.offsets[i + 1] - edges.offsets[i]);
      assertCovers(rebalancedRanges(graph, { offsets: edges.offsets, times }), rows, parts);
    }),
  );
});

Deno.test("no range costs more than the mean and the dearest vertex together", () => {
  fc.assert(fc.property(costLists, partCounts, (costs, parts) => {
    const sums = prefix(costs), vertices = costs.length;
    const cut = balancedRanges({ vertices, parts, costBefore: (v) => sums[v] });
    assertCovers(cut, vertices, parts);
    const mean = sums[vertices] / parts;
    for (let i = 0; i < parts; i++) {
      const cost = sums[cut.offsets[i + 1]] - sums[cut.offsets[i]];
      assert.ok(cost - mean <= Math.max(0, ...costs) + 1e-9, `${cost} of ${mean}`);
    }
  }));
});

Deno.test("each boundary is the smallest vertex that reaches its share, after N (ceil(log2 V) + 1) probes at most", () => {
  fc.assert(
    fc.property(costLists.filter((costs) => costs.some((cost) => cost > 0)), partCounts, (costs, parts) => {
      const sums = prefix(costs), vertices = costs.length;
      let asked = 0;
      const { offsets, probes } = balancedRanges({ vertices, parts, costBefore: (v) => (asked++, sums[v]) });
      assert.equal(probes, asked);
      assert.ok(probes <= parts * (Math.ceil(Math.log2(vertices)) + 1), `${probes} probes`);
      for (let i = 1; i < parts; i++) {
        assert.equal(offsets[i], sums.findIndex((sum) => sum >= i / parts * sums[vertices]));
      }
    }),
  );
});

Deno.test("equal vertices and equal edges are what they say", () => {
  assert.equal(equalVertexRanges(10, 4).offsets.join(), "0,2,5,7,10");
  const graph = plantedGraph({ vertices: 400, community: 20, edges: 6000, inside: 0.5, seed: 1 });
  const { offsets } = equalEdgeRanges(graph, 8);
  const most = Math.max(...graph.rowPtr.subarray(1).map((end, v) => end - graph.rowPtr[v]));
  for (let i = 0; i < 8; i++) {
    const edges = graph.rowPtr[offsets[i + 1]] - graph.rowPtr[offsets[i]];
    assert.ok(Math.abs(edges - nnz(graph) / 8) <= most);
  }
  assert.notEqual(equalEdgeRanges(graph, 8, 0.3).offsets.join(), offsets.join());
});

/** Vertices whose degree falls along the ids, as in graphs that are numbered by age. */
function driftingCosts(vertices: number): number[] {
  return prefix(Array.from({ length: vertices }, (_, v) => 1 + 5000 / (v + 10)));
}

Deno.test("times of the iteration before balance ranges whose cost nobody knows", () => {
  const graph = plantedGraph({ vertices: 2000, community: 20, edges: 10_000, inside: 0.5, seed: 2 });
  const sums = driftingCosts(graph.rows);
  const timesOf = (offsets: Uint32Array) =>
    Array.from({ length: 6 }, (_, i) => sums[offsets[i + 1]] - sums[offsets[i]]);
  let { offsets } = equalEdgeRanges(graph, 6);
  const before = imbalance(timesOf(offsets));
  for (let i = 0; i < 20; i++) {
    offsets = rebalancedRanges(graph, { offsets, times: timesOf(offsets) }).offsets;
  }
  assert.ok(before > 2 && imbalance(timesOf(offsets)) < 1.1, `${before} to ${imbalance(timesOf(offsets))}`);
});

Deno.test("a shift moves inner boundaries on by its share of a range", () => {
  // Each of 40 vertices has 39 entries: a quarter of a range is 2.5 vertices.
  assert.equal(equalEdgeRanges(SHAPES.clique, 4, 0.25).offsets.join(), "0,13,23,33,40");
  assert.equal(equalEdgeRanges(SHAPES.clique, 4, -0.25).offsets.join(), "0,8,18,28,40");
});

Deno.test("a range's time is spread over its edges, over its vertices where it has none", () => {
  // Vertices 0 to 3 have edges, 1, 3, 0 and 2 of them; the others have none.
  const graph = graphOf(12, [[5, 0], [6, 1], [7, 1], [8, 1], [4, 3], [5, 3]]);
  const cut = (offsets: number[], times: number[], parts = times.length) => {
    assert.equal(times.length, parts);
    return [...rebalancedRanges(graph, { offsets: Uint32Array.from(offsets), times }).offsets];
  };
  // Costs before each vertex: 0, 1, 4, 4, 6, then 0.25 more with each: half of 8 is reached before vertex 2.
  assert.deepEqual(cut([0, 4, 12], [6, 2]), [0, 2, 12]);
  // 0, 1, 4, 4, 6, then 3 more with each: half of 30 is reached before vertex 7.
  assert.deepEqual(cut([0, 4, 12], [6, 24]), [0, 7, 12]);
  // Nothing before vertex 4, then 0.25 more with each: half of 2 is reached before vertex 8.
  assert.deepEqual(cut([0, 4, 12], [0, 2]), [0, 8, 12]);
  // Empty ranges have no vertices over which to spread what they took.
  assert.deepEqual(cut([0, 0, 4, 12, 12], [0, 6, 6, 0]), [0, 2, 4, 8, 12]);
});

Deno.test("the imbalance is the largest cost over the mean", () => {
  assert.deepEqual([[1, 3], [2, 2, 2], [0, 0.5, 0, 0], [0, 0]].map(imbalance), [1.5, 1, 4, 1]);
});

Deno.test("a fitted model cuts by the sum of its layers", () => {
  const graph = plantedGraph({ vertices: 600, community: 20, edges: 9000, inside: 0.8, seed: 3 });
  const widths = [48, 8, 48], features = vertexFeatures(graph, widths), model = new CostModel(widths);
  const truth = [[2, 0, 0.5, 0, 0.1], [0, 1, 0, 0.2, 0], [0.3, 0, 0, 0, 0.7]];
  for (const [layer, width] of widths.entries()) {
    for (let v = 0; v < 600; v += 7) {
      const own = features.range(width, v, Math.min(600, v + 1 + v % 90));
      model.add(layer, { features: own, ms: sumOf(own, (x, i) => x * truth[layer][i]) });
    }
  }
  model.fit();
  const cut = learnedRanges(model, features, 5), before = model.costBefore(features);
  assertCovers(cut, 600, 5);
  const predicted = (begin: number, end: number) =>
    sumOf(widths, (width, layer) => model.predict(layer, features.range(width, begin, end))!);
  const dearest = Math.max(...Array.from({ length: 600 }, (_, v) => predicted(v, v + 1)));
  for (let i = 0; i < 5; i++) {
    const [begin, end] = [cut.offsets[i], cut.offsets[i + 1]], cost = predicted(begin, end);
    assert.ok(Math.abs(cost - (before(end) - before(begin))) <= 1e-9 * before(600));
    assert.ok(cost - before(600) / 5 <= dearest * (1 + 1e-9));
  }
});

Deno.test("a partition under the numbers of its ranges has its parts as ranges", () => {
  fc.assert(
    fc.property(
      graphs,
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.nat()),
      (graph, count, draws) => {
        const parts = Uint32Array.from({ length: graph.rows }, () => draws.next().value! % count);
        const { perm, offsets } = partRanges({ parts, count });
        assertCovers({ offsets, probes: 0 }, graph.rows, count);
        for (let v = 0; v < graph.rows; v++) {
          assert.ok(offsets[parts[v]] <= perm[v] && perm[v] < offsets[parts[v] + 1]);
        }
        assert.equal(nnz(permuteSymmetric(graph, perm)), nnz(graph));
      },
    ),
  );
});

Deno.test("cuts that make no sense are refused", () => {
  for (const parts of [0, -1, 1.5, NaN]) {
    assert.throws(() => equalVertexRanges(10, parts), UsageError);
    assert.throws(() => equalEdgeRanges(SHAPES.path, parts), UsageError);
  }
  assert.throws(
    () => rebalancedRanges(SHAPES.path, { offsets: Uint32Array.of(0, 300), times: [1, 2] }),
    UsageError,
  );
  for (const [offsets, times] of [[[0, 300], [NaN]], [[0, 100, 300, 300], [1, 2]], [[0, 100, 299], [1, 2]]]) {
    assert.throws(
      () => rebalancedRanges(SHAPES.path, { offsets: Uint32Array.from(offsets), times }),
      UsageError,
    );
  }
  assert.throws(
    () => learnedRanges(new CostModel([4]), vertexFeatures(SHAPES.path, [4]), 2),
    /until the model is ready/,
  );
});
