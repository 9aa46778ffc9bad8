import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz } from "../../graph/csr.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import { permuteSymmetric } from "../../graph/permute.ts";
import { lruHitRate, type ReuseDistances, reuseDistances } from "../../graph/reuse_distance.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { graphOf, graphs, gridGraph, plantedGraph, SHAPES } from "./graph_fixture.ts";

/** Mattson's stack itself: move to front, the old place is the distance. */
function stackOf(colIdx: Uint32Array): { cold: number; distances: number[] } {
  const stack: number[] = [], distances: number[] = [];
  let cold = 0;
  for (const column of colIdx) {
    const at = stack.indexOf(column);
    if (at < 0) cold++;
    else {
      distances.push(at);
      stack.splice(at, 1);
    }
    stack.unshift(column);
  }
  return { cold, distances };
}

const binOf = (distance: number) => distance === 0 ? 0 : 1 + Math.floor(Math.log2(distance));

Deno.test("distances are those of an LRU stack", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const { cold, distances } = stackOf(graph.colIdx);
    const measured = reuseDistances(graph);
    assert.deepEqual([measured.accesses, measured.cold, measured.sampleRate], [nnz(graph), cold, 1]);
    const histogram = distances.reduce<number[]>((bins, distance) => {
      while (bins.length <= binOf(distance)) bins.push(0);
      bins[binOf(distance)]++;
      return bins;
    }, []);
    assert.deepEqual(measured.histogram, histogram);
    const mean = distances.length === 0 ? 0 : sumOf(distances) / distances.length;
    assert.ok(Math.abs(measured.mean - mean) < 1e-9);
  }));
});

Deno.test("a stream much longer than its columns, which closes the window often, stays exact", () => {
  const { cold, distances } = stackOf(SHAPES.clique.colIdx);
  const { histogram, mean } = reuseDistances(SHAPES.clique);
  assert.equal(cold, 40);
  assert.equal(sumOf(histogram), distances.length);
  assert.equal(mean, sumOf(distances) / distances.length);
});

Deno.test("a cache that holds a band of a grid serves what a band reuses, and a greater one all but the first", () => {
  const measured = reuseDistances(gridGraph(64));
  const reused = (measured.accesses - measured.cold) / measured.accesses;
  assert.equal(lruHitRate(measured, 4096), reused);
  assert.ok(lruHitRate(measured, 256) > 0.95 * reused);
  assert.ok(lruHitRate(measured, 16) < 0.6 * reused);
  assert.equal(lruHitRate(measured, 0), 0);
});

Deno.test("the hit rate rises with the cache and never passes the share of reuses", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const measured = reuseDistances(graph);
    const rates = [0, 1, 2, 3, 5, 8, 13, 64].map((capacity) => lruHitRate(measured, capacity));
    assert.ok(rates.every((rate, i) => i === 0 || rate >= rates[i - 1]));
    assert.ok(rates.at(-1)! <= (measured.accesses - measured.cold) / Math.max(1, measured.accesses));
  }));
});

Deno.test("a sample of the columns estimates the hit rates, the same for one seed", () => {
  const graph = plantedGraph({ vertices: 20_000, community: 400, edges: 200_000, inside: 0.8, seed: 2 });
  const ordered = permuteSymmetric(graph, findOrdering("rabbit").compute(graph, { seed: 1 }).perm);
  for (const each of [graph, ordered]) {
    const exact = reuseDistances(each), sampled = reuseDistances(each, { maxAccesses: 40_000, seed: 3 });
    assert.ok(sampled.sampleRate < 0.11 && sampled.accesses < 60_000);
    assert.deepEqual(sampled, reuseDistances(each, { maxAccesses: 40_000, seed: 3 }));
    for (const capacity of [512, 2048, 8192]) {
      const [a, b] = [exact, sampled].map((distances: ReuseDistances) => lruHitRate(distances, capacity));
      assert.ok(Math.abs(a - b) < 0.03, `${a} and ${b} at ${capacity}`);
    }
  }
  assert.ok(reuseDistances(ordered).mean < reuseDistances(graph).mean / 2, "an ordering shortens reuse");
});

Deno.test("an empty stream has no distances, and a sample of nothing is a usage error", () => {
  const none = reuseDistances(SHAPES["isolated vertices"]);
  assert.deepEqual(none, { accesses: 0, cold: 0, histogram: [], mean: 0, sampleRate: 1 });
  assert.equal(lruHitRate(none, 8), 0);
  assert.deepEqual(reuseDistances(graphOf(3, [[0, 0], [0, 1], [0, 2]])).histogram, [2]);
  for (const maxAccesses of [0, -1, 0.5, NaN]) {
    assert.throws(() => reuseDistances(SHAPES.path, { maxAccesses }), UsageError);
  }
});
