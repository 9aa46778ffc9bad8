import assert from "node:assert/strict";
import fc from "fast-check";
import { balancedPartition } from "../../../distributed/partition/balanced_partition.ts";
import { ABSENT, idsAt, idTable } from "../../../distributed/partition/id_table.ts";
import { partitionStatistics } from "../../../distributed/partition/partition_statistics.ts";
import { haloVertices, type RankPartition } from "../../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { assertCsr, type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { isSymmetric } from "../../../graph/symmetry.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { entriesOf, graphOf, graphs, plantedGraph, weightedGraphs } from "../../graph/graph_fixture.ts";

interface Cut {
  readonly graph: CsrMatrix;
  readonly count: number;
  readonly parts: Uint32Array;
  readonly training: Uint32Array;
}

/** Graphs, directed or undirected, weighted or not, with any partition; parts may be empty. */
const cuts: fc.Arbitrary<Cut> = fc.tuple(fc.oneof(graphs, weightedGraphs), fc.integer({ min: 1, max: 40 }))
  .chain(([graph, count]) =>
    fc.record({
      graph: fc.constant(graph),
      count: fc.constant(count),
      parts: fc.array(fc.nat({ max: count - 1 }), { minLength: graph.rows, maxLength: graph.rows })
        .map((parts) => Uint32Array.from(parts)),
      training: fc.shuffledSubarray(Array.from({ length: graph.rows }, (_, v) => v))
        .map((chosen) => Uint32Array.from(chosen)),
    })
  );

const solidOf = ({ vertices, solid }: RankPartition) => [...vertices.subarray(0, solid)];
const dbHaloOf = (
  { dbHalo: { rankPtr, vertices }, vertices: original }: RankPartition,
  j: number,
) => [...idsAt(original, vertices.subarray(rankPtr[j], rankPtr[j + 1]))];

function check(property: (ranks: RankPartition[], cut: Cut) => void): void {
  const holds = (cut: Cut) => property(rankPartitions(cut.graph, cut, cut.training), cut);
  fc.assert(fc.property(cuts, holds), { seed: 1, numRuns: 300 });
}

Deno.test("every vertex is solid on one rank, and training vertices are where they are solid", () => {
  check((ranks, { graph, parts, training }) => {
    assert.deepEqual(
      ranks.flatMap(solidOf).toSorted((a, b) => a - b),
      Array.from({ length: graph.rows }, (_, v) => v),
    );
    for (const part of ranks) {
      assert.ok(solidOf(part).every((v) => parts[v] === part.rank));
      const mine = [...training].filter((v) => parts[v] === part.rank).toSorted((a, b) => a - b);
      assert.deepEqual([...idsAt(part.vertices, part.training)], mine);
      assert.ok(part.training.every((p) => p < part.solid));
    }
  });
});

Deno.test("the halo of a rank is {u : (u, v) cut, v solid there}", () => {
  let halos = 0;
  check((ranks, { graph, parts }) => {
    for (const part of ranks) {
      const halo = new Set<number>();
      for (const entry of entriesOf(graph).keys()) {
        const [v, u] = entry.split(",").map(Number);
        if (parts[v] === part.rank && parts[u] !== part.rank) halo.add(u);
      }
      assert.deepEqual([...haloVertices(part)], [...halo].toSorted((a, b) => a - b));
      halos += halo.size;
    }
  });
  assert.ok(halos > 1000);
});

Deno.test("each cut edge of an undirected graph makes a halo vertex on both sides", () => {
  check((ranks, { graph, parts }) => {
    if (!isSymmetric(graph)) return;
    for (const entry of entriesOf(graph).keys()) {
      const [v, u] = entry.split(",").map(Number);
      if (parts[v] === parts[u]) continue;
      assert.ok(haloVertices(ranks[parts[v]]).includes(u) && haloVertices(ranks[parts[u]]).includes(v));
    }
  });
});

Deno.test("ids go from the graph to a part and back", () => {
  check((ranks, { graph }) => {
    for (const { vertices } of ranks) {
      const table = idTable(vertices, graph.rows);
      for (let p = 0; p < vertices.length; p++) assert.equal(table[vertices[p]], p);
      for (let o = 0; o < graph.rows; o++) {
        if (table[o] !== ABSENT) assert.equal(vertices[table[o]], o);
      }
      assert.equal(table.filter((place) => place !== ABSENT).length, vertices.length);
    }
  });
});

Deno.test("a rank's graph has the rows of its solid vertices, values included, and nothing else", () => {
  check((ranks, { graph }) => {
    const together = new Map<string, number>();
    for (const { graph: local, vertices, solid } of ranks) {
      assertCsr(local);
      assert.equal(local.rows, vertices.length);
      for (const [entry, value] of entriesOf(local)) {
        const [row, col] = entry.split(",").map(Number);
        assert.ok(row < solid, "a halo vertex is a leaf");
        together.set(`${vertices[row]},${vertices[col]}`, value);
      }
    }
    assert.equal(sumOf(ranks, (part) => nnz(part.graph)), nnz(graph));
    assert.deepEqual(together, entriesOf(graph));
  });
});

Deno.test("db_halo[j] of rank i is the part of j's halo that i owns", () => {
  check((ranks) => {
    const lists = ranks.map((part) => haloVertices(part));
    for (const part of ranks) {
      const mine = new Set(solidOf(part));
      ranks.forEach((_, j) => assert.deepEqual(dbHaloOf(part, j), [...lists[j]].filter((u) => mine.has(u))));
      assert.equal(part.dbHalo.rankPtr[part.rank], part.dbHalo.rankPtr[part.rank + 1]);
    }
    // The halo of rank j is the union of all other ranks' lists for it, without duplicates.
    lists.forEach((list, j) =>
      assert.deepEqual(ranks.flatMap((part) => dbHaloOf(part, j)).toSorted((a, b) => a - b), [...list])
    );
  });
});

Deno.test("where the graph is undirected, i has copies of j's vertices if and only if j has copies of i's", () => {
  check((ranks, { graph }) => {
    if (!isSymmetric(graph)) return;
    for (const a of ranks) {
      for (const b of ranks) assert.equal(dbHaloOf(a, b.rank).length > 0, dbHaloOf(b, a.rank).length > 0);
    }
  });
});

Deno.test("a part survives being posted", () => {
  const path = graphOf(4, [[0, 1], [1, 2], [2, 3]], { symmetrise: true });
  const [part] = rankPartitions(path, { parts: Uint32Array.of(0, 1, 0, 1), count: 2 }, Uint32Array.of(2));
  assert.deepEqual(structuredClone(part), part);
});

Deno.test("64 ranks: training vertices are spread evenly, and the cut is far below a random one's", () => {
  const graph = plantedGraph({ vertices: 16_000, community: 250, edges: 80_000, inside: 0.9, seed: 1 });
  const training = Uint32Array.from({ length: 4000 }, (_, i) => i);
  const cut = balancedPartition(graph, training, { ranks: 64, seed: 1, secondImbalance: 0.1 });
  const ranks = rankPartitions(graph, cut, training), counts = partitionStatistics(ranks);
  assert.equal(counts.cutEntries, 2 * cut.edgeCut);
  assert.ok(Math.abs(counts.solidBalance - cut.balance) < 1e-9);
  assert.ok(Math.abs(counts.trainingBalance - cut.secondBalance!) < 1e-9);
  assert.equal(counts.training.reduce((a, b) => a + b), 4000);
  assert.equal(counts.solid.reduce((a, b) => a + b), 16_000);
  assert.ok(counts.trainingBalance < 1.5, `training balance ${counts.trainingBalance}`);
  const random = Uint32Array.from({ length: graph.rows }, (_, v) => Math.imul(v, 0x9e3779b1) >>> 26);
  const apart = partitionStatistics(rankPartitions(graph, { parts: random, count: 64 }, training));
  assert.ok(counts.cutEntries < 0.6 * apart.cutEntries, `${counts.cutEntries} of ${apart.cutEntries}`);
});

Deno.test("partitions and training vertices of another graph are refused", () => {
  const path = graphOf(3, [[0, 1], [1, 2]]), count = 2;
  const none = new Uint32Array();
  assert.throws(() => rankPartitions(path, { parts: Uint32Array.of(0, 1), count }, none), ReproError);
  assert.throws(() => rankPartitions(path, { parts: Uint32Array.of(0, 1, 2), count }, none), ReproError);
  const parts = Uint32Array.of(0, 1, 1);
  for (const training of [[3], [1, 1]]) {
    assert.throws(() => rankPartitions(path, { parts, count }, Uint32Array.from(training)), ReproError);
  }
  assert.throws(() => balancedPartition(path, Uint32Array.of(3), { ranks: 2 }), UsageError);
  assert.throws(() => idTable(Uint32Array.of(1, 1), 3), UsageError);
  assert.throws(() => idTable(Uint32Array.of(3), 3), UsageError);
});
