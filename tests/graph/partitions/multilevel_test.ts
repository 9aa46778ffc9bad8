import assert from "node:assert/strict";
import fc from "fast-check";
import { partitionMultilevel } from "../../../graph/partitions/multilevel.ts";
import { UsageError } from "../../../platform/errors.ts";
import { graphs, gridGraph, SHAPES } from "../graph_fixture.ts";
import {
  checkQuality,
  checkSecondWeight,
  checkValidity,
  checkVertexWeight,
  communities,
} from "./partition_checks.ts";

Deno.test("built-in partitions are valid on every shape, their cut and balance equal a recount", () => {
  checkValidity(partitionMultilevel);
});

Deno.test("built-in partitions of planted communities are balanced, repeat, and cut far less than random ones", () => {
  checkQuality(partitionMultilevel);
});

Deno.test("the built-in partitioner balances a clustered second weight within 5 %", () => {
  checkSecondWeight(partitionMultilevel);
});

Deno.test("the built-in partitioner balances vertex weights within 3 %", () => {
  checkVertexWeight(partitionMultilevel);
});

Deno.test("the built-in partitioner leaves no part empty while there are vertices for all", () => {
  fc.assert(fc.property(graphs, fc.integer({ min: 1, max: 30 }), (graph, count) => {
    const used = new Set(partitionMultilevel(graph, count).parts).size;
    assert.equal(used, Math.min(count, graph.rows));
  }));
  for (const graph of Object.values(SHAPES)) {
    for (const count of [2, 30, 299]) {
      assert.equal(new Set(partitionMultilevel(graph, count).parts).size, Math.min(count, graph.rows));
    }
  }
});

Deno.test("a path into 4 parts costs 3 edges, a 32 x 32 grid hardly more than two straight cuts", () => {
  assert.ok(partitionMultilevel(SHAPES.path, 4).edgeCut <= 5);
  assert.ok(partitionMultilevel(gridGraph(32), 4).edgeCut <= 1.25 * 64);
});

Deno.test("weights that are all zero neither crash nor hang", () => {
  const zeros = new Uint32Array(300);
  assert.equal(partitionMultilevel(SHAPES.path, 4, { vertexWeight: zeros, secondWeight: zeros }).balance, 1);
});

Deno.test("the built-in partitioner refuses to balance entries by a typed error", () => {
  assert.throws(() => partitionMultilevel(communities, 2, { entryImbalance: 0.1 }), UsageError);
});
