import assert from "node:assert/strict";
import fc from "fast-check";
import { type FennelOptions, partitionFennel } from "../../../graph/partitions/fennel.ts";
import { edgeCut } from "../../../graph/partitions/partition.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { graphOf, graphs, SHAPES } from "../graph_fixture.ts";
import {
  checkEntryBalance,
  checkPartition,
  checkValidity,
  communities,
  randomCut,
} from "./partition_checks.ts";

/** Vertices of each part by their second weight. */
function loads(parts: Uint32Array, count: number, weight: Uint32Array): readonly [number[], number[]] {
  const found = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)] as const;
  parts.forEach((part, v) => found[weight[v] as 0 | 1][part]++);
  return found;
}

Deno.test("every shape and random graphs are cut into valid parts, whose cut a recount confirms", () => {
  checkValidity(partitionFennel);
});

Deno.test("a vertex goes where its neighbours are, unless the size of that part costs more", () => {
  // k = 2, m = 6, n = 7: alpha gamma = 1.5 sqrt(2) 6 / 7^1.5 = 0.687, and the bound is 4 vertices.
  const graph = graphOf(7, [[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]], { symmetrise: true });
  const order = Uint32Array.of(0, 1, 3, 4, 2, 5, 6);
  const { parts, edgeCut: cut } = partitionFennel(graph, 2, { order });
  // 0 opens part 0; 1 follows its neighbour: 1 - 0.687 > 0. 3 has none: part 1 costs nothing. 4 follows 3,
  // and 2 and 5 their two neighbours. 6 has none, and parts of equal size: the first.
  assert.deepEqual([...parts], [0, 0, 0, 1, 1, 1, 0]);
  assert.equal(cut, 0);
});

Deno.test("a part takes as many vertices as it may in the end, with entries balanced as many as it may now", () => {
  // A path of five and three without edges: alpha gamma = 1.5 sqrt(2) 4 / 8^1.5 = 0.375, so that each vertex
  // of the path would follow its neighbour: 1 - 0.375 sqrt(4) > 0.
  const graph = graphOf(8, [[0, 1], [1, 2], [2, 3], [3, 4]], { symmetrise: true });
  const order = Uint32Array.from({ length: 8 }, (_, v) => v);
  const parts = (options: FennelOptions) => [...partitionFennel(graph, 2, { order, ...options }).parts];
  // Bounds of 4, then of 6 vertices.
  assert.deepEqual(parts({ imbalance: 0.1 }), [0, 0, 0, 0, 1, 1, 1, 1]);
  assert.deepEqual(parts({ imbalance: 0.5 }), [0, 0, 0, 0, 0, 1, 1, 1]);
  // When the fifth comes a part may have floor((5 + 0.5 * 8) / 2) = 4.
  assert.deepEqual(parts({ imbalance: 0.5, entryImbalance: 9 }), [0, 0, 0, 0, 1, 1, 1, 1]);
  // With a tolerance of 1 it may have 6, and the costs of size 4 and 7 entries are 0.375 sqrt(5.5) < 1.
  assert.deepEqual(parts({ imbalance: 1, entryImbalance: 9 }), [0, 0, 0, 0, 0, 1, 1, 1]);
});

Deno.test("where entries are balanced the vertex with the most comes first, whatever the seed", () => {
  const pairs = [[3, 0], [3, 1], [3, 2], [3, 4], [5, 6], [6, 7], [8, 9]] as const;
  const graph = graphOf(10, pairs, { symmetrise: true });
  const first = (options: FennelOptions) =>
    Array.from({ length: 20 }, (_, seed) => partitionFennel(graph, 3, { ...options, seed }).parts[3]);
  // Empty parts cost the same: the first vertex of all opens part 0.
  assert.deepEqual(new Set(first({ entryImbalance: 0.5 })), new Set([0]));
  assert.ok(new Set(first({})).size > 1);
});

Deno.test("neighbouring hubs part where entries are balanced, and their neighbours follow them", () => {
  // Hubs 0 and 1 are neighbours and have three more each.
  const pairs = [[0, 1], [0, 2], [0, 4], [0, 6], [1, 3], [1, 5], [1, 7]] as const;
  const graph = graphOf(8, pairs, { symmetrise: true });
  const order = Uint32Array.from({ length: 8 }, (_, v) => v);
  // alpha gamma = 1.5 sqrt(2) 7 / 8^1.5 = 0.656. By vertices, 1 follows 0: 1 - 0.656 > 0, and so does 2:
  // 1 - 0.656 sqrt(2) > 0. For 3 part 0 costs too much; 4 fills it: its neighbour less 1.14 is above -0.656.
  assert.deepEqual([...partitionFennel(graph, 2, { order }).parts], [0, 0, 0, 1, 0, 1, 1, 1]);
  // With entries, part 0 may have (4 + 4 + 0.1 * 14) / 2 = 4.7 when hub 1 comes: its own 4 have no room.
  const balanced = partitionFennel(graph, 2, { order, entryImbalance: 0.1 });
  assert.deepEqual([...balanced.parts], [0, 1, 0, 1, 0, 1, 0, 1]);
  assert.equal(balanced.edgeCut, 1);
});

Deno.test("entries are spread within their bound, beside vertices and training vertices", () => {
  // Both kinds of vertices are rounded up.
  checkEntryBalance(partitionFennel, 0.01);
});

Deno.test("communities: cut below three quarters of a random one, parts within the bound, the same for the same seed", () => {
  for (const count of [2, 8, 40]) {
    const partition = partitionFennel(communities, count, { seed: 3 });
    checkPartition(communities, partition, count);
    assert.equal(partition.engine, "fennel");
    assert.ok(partition.balance <= 1.1 + 1e-9, `balance ${partition.balance} of ${count} parts`);
    const share = partition.edgeCut / randomCut(communities, count);
    assert.ok(share < 0.75, `${count} parts cut ${share} of what random parts cut`);
    assert.deepEqual(partitionFennel(communities, count, { seed: 3 }), partition);
    assert.notDeepEqual(partitionFennel(communities, count, { seed: 4 }).parts, partition.parts);
  }
});

Deno.test("no part of any graph exceeds its bounds, whatever the order and the second weights", () => {
  const cases = graphs.filter(({ rows }) => rows > 0).chain((graph) =>
    fc.record({
      graph: fc.constant(graph),
      count: fc.integer({ min: 1, max: 12 }),
      order: fc.shuffledSubarray(Array.from({ length: graph.rows }, (_, v) => v), { minLength: graph.rows }),
      weights: fc.array(fc.nat({ max: 1 }), { minLength: graph.rows, maxLength: graph.rows }),
      imbalance: fc.constantFrom(0, 0.1, 0.5),
      entryImbalance: fc.constantFrom(undefined, 0, 0.1),
    })
  );
  fc.assert(
    fc.property(cases, ({ graph, count, order, weights, imbalance, entryImbalance }) => {
      const secondWeight = Uint32Array.from(weights);
      const { parts, secondBalance } = partitionFennel(graph, count, {
        order: Uint32Array.from(order),
        secondWeight,
        imbalance,
        secondImbalance: imbalance,
        ...(entryImbalance !== undefined && { entryImbalance }),
      });
      loads(parts, count, secondWeight).forEach((load, kind) => {
        const total = weights.filter((weight) => weight === kind).length;
        // As many parts as vertices or more get a vertex each.
        const most = count >= graph.rows ? 1 : Math.ceil(total / count);
        assert.ok(Math.max(...load) <= Math.max(most, Math.floor((1 + imbalance) * total / count)));
      });
      assert.ok(secondBalance! >= 1);
    }),
    { seed: 1, numRuns: 300 },
  );
});

Deno.test("training vertices of few communities are spread within their own bound", () => {
  const plain = partitionFennel(communities, 8);
  const secondWeight = Uint32Array.from(plain.parts, (part, v) => part < 3 && v % 2 === 0 ? 1 : 0);
  const partition = partitionFennel(communities, 8, { secondWeight });
  checkPartition(communities, partition, 8);
  assert.ok(partition.secondBalance! <= 1.1 + 1e-2, `second balance ${partition.secondBalance}`);
  assert.ok(partition.balance <= 1.1 + 1e-2, `balance ${partition.balance}`);
  assert.ok(partition.edgeCut < 0.85 * randomCut(communities, 8));
});

Deno.test("loops play no part, and a directed graph is taken as undirected", () => {
  const pairs = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]] as const;
  const order = Uint32Array.of(5, 0, 3, 1, 4, 2);
  const plain = partitionFennel(graphOf(6, pairs, { symmetrise: true }), 2, { order });
  const looped = graphOf(6, [...pairs, [0, 0], [5, 5]], { symmetrise: true });
  assert.deepEqual(partitionFennel(looped, 2, { order }).parts, plain.parts);
  assert.deepEqual(partitionFennel(graphOf(6, pairs), 2, { order }).parts, plain.parts);
  assert.equal(edgeCut(looped, plain.parts), plain.edgeCut);
});

Deno.test("weights that a stream cannot bound are refused by a typed error", () => {
  const { path } = SHAPES;
  assert.throws(() => partitionFennel(path, 0), UsageError);
  assert.throws(() => partitionFennel(path, 2, { vertexWeight: new Uint32Array(300).fill(1) }), UsageError);
  assert.throws(() => partitionFennel(path, 2, { secondWeight: new Uint32Array(300).fill(2) }), UsageError);
  assert.throws(() => partitionFennel(path, 2, { secondWeight: Uint32Array.of(1) }), ReproError);
  assert.throws(() => partitionFennel(path, 2, { entryImbalance: -1 }), UsageError);
});
