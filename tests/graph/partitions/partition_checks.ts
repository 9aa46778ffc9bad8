/**
 * Checks that every partition engine must pass, called by the tests of the engines.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { rmat } from "../../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import {
  edgeCut,
  partBalance,
  type Partition,
  type PartitionOptions,
} from "../../../graph/partitions/partition.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphs, plantedGraph, SHAPES } from "../graph_fixture.ts";

/** An engine. */
export type Partitioner = (matrix: CsrMatrix, count: number, options?: PartitionOptions) => Partition;

/** Valid parts, and a cut and a balance that a recount confirms. */
export function checkPartition(graph: CsrMatrix, partition: Partition, count: number): void {
  assert.equal(partition.count, count);
  assert.equal(partition.parts.length, graph.rows);
  assert.ok(partition.parts.every((part) => part < count));
  let cut = 0;
  const structure = symmetrise(graph);
  for (let v = 0; v < graph.rows; v++) {
    for (let e = structure.rowPtr[v]; e < structure.rowPtr[v + 1]; e++) {
      if (structure.colIdx[e] < v && partition.parts[structure.colIdx[e]] !== partition.parts[v]) cut++;
    }
  }
  assert.equal(partition.edgeCut, cut);
  const sizes = new Array<number>(count).fill(0);
  for (const part of partition.parts) sizes[part]++;
  const balance = graph.rows === 0 ? 1 : Math.max(...sizes) * count / graph.rows;
  assert.ok(Math.abs(partition.balance - balance) < 1e-12);
}

/** Every shape and random graphs into few, many and too many parts. */
export function checkValidity(partitioner: Partitioner): void {
  for (const graph of Object.values(SHAPES)) {
    for (const count of [1, 2, 3, 7, 50, 400]) checkPartition(graph, partitioner(graph, count), count);
  }
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 40 }), fc.nat(), (graph, count, seed) => {
      checkPartition(graph, partitioner(graph, count, { seed }), count);
    }),
    { numRuns: 200 },
  );
}

/** Communities of 100 under shuffled ids, four fifths of the edges inside. */
export const communities = plantedGraph({
  vertices: 4000,
  community: 100,
  edges: 40_000,
  inside: 0.8,
  seed: 1,
});

/** Graph with hubs that are neighbours of each other. */
export const hubs = rmat({ vertices: 4000, edges: 60_000 }, 1);

/**
 * Hubs, which gather in few parts where vertices alone are balanced: with entries balanced, all that is
 * balanced lies within 10 % (and `slack` more), and less is cut than by random parts.
 */
export function checkEntryBalance(partitioner: Partitioner, slack = 0): void {
  const entries = degrees(hubs), every3rd = Uint32Array.from(entries, (_, v) => v % 3 === 0 ? 1 : 0);
  for (const count of [4, 16]) {
    const weights = { secondWeight: every3rd, imbalance: 0.1, secondImbalance: 0.1 };
    const plain = partitioner(hubs, count, weights);
    const balanced = partitioner(hubs, count, { ...weights, entryImbalance: 0.1 });
    checkPartition(hubs, balanced, count);
    const [before, after] = [plain, balanced].map(({ parts }) => partBalance(parts, count, entries));
    assert.ok(before > 1.2, `entries of ${count} parts: ${before} times the mean`);
    for (const balance of [after, balanced.balance, balanced.secondBalance!]) {
      assert.ok(balance <= 1.1 + slack, `${count} parts: ${balance} times the mean`);
    }
    assert.ok(balanced.edgeCut < randomCut(hubs, count));
  }
}

/** Edges that equally large random parts cut. */
export function randomCut(graph: CsrMatrix, count: number): number {
  const parts = Uint32Array.from({ length: graph.rows }, (_, v) => v % count);
  return edgeCut(graph, new RandomStream(1, "random parts").shuffle(parts));
}

/**
 * Balanced within 3 % and far below a random cut, for few and many parts; the same again for the same seed.
 */
export function checkQuality(partitioner: Partitioner): void {
  for (const count of [2, 8, 40]) {
    const partition = partitioner(communities, count);
    checkPartition(communities, partition, count);
    assert.ok(partition.balance <= 1.03 + 1e-9, `balance ${partition.balance} of ${count} parts`);
    const share = partition.edgeCut / randomCut(communities, count);
    assert.ok(share < 0.4, `${count} parts cut ${share} of what random parts cut`);
    assert.deepEqual(partitioner(communities, count), partition);
  }
}

/** A second weight that lies in few communities is spread within 5 %, while sizes stay within 3 %. */
export function checkSecondWeight(partitioner: Partitioner): void {
  const plain = partitioner(communities, 8);
  // Weight sits on the vertices of three parts of the plain partition: the worst case for it.
  const secondWeight = Uint32Array.from(plain.parts, (part, v) => part < 3 && v % 2 === 0 ? 1 : 0);
  const partition = partitioner(communities, 8, { secondWeight });
  checkPartition(communities, partition, 8);
  assert.ok(partition.balance <= 1.03 + 1e-9, `balance ${partition.balance}`);
  assert.ok(partition.secondBalance! <= 1.05 + 1e-9, `second balance ${partition.secondBalance}`);
  assert.ok(partition.edgeCut < 0.6 * randomCut(communities, 8));
}

/** Vertex weights count in the balance instead of the number of vertices. */
export function checkVertexWeight(partitioner: Partitioner): void {
  const vertexWeight = Uint32Array.from({ length: 4000 }, (_, v) => 1 + v % 5);
  const { parts, balance } = partitioner(communities, 10, { vertexWeight });
  const load = new Array<number>(10).fill(0);
  parts.forEach((part, v) => load[part] += vertexWeight[v]);
  assert.ok(Math.abs(Math.max(...load) / 1200 - balance) < 1e-12);
  assert.ok(balance <= 1.03 + 1e-9, `balance ${balance}`);
}
