/** Counts that samplings are asked for: fan-outs, sizes of layers, steps of walks. @module */
import assert from "node:assert/strict";
import { layerImportance, randomWalkNeighbors, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { MAX_FANOUT } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import { SHAPES } from "../graph_fixture.ts";

const GRAPH = SHAPES.clique;

Deno.test("fan-outs are whole numbers from 1 to the largest, one a layer", () => {
  const refused: readonly (readonly [readonly number[], RegExp])[] = [
    [[], /found no fan-out/],
    [[3, 0], /found a fan-out of 0/],
    [[-1, 3], /found a fan-out of -1/],
    [[2.5, 3], /found a fan-out of 2.5/],
    [[3, NaN], /found a fan-out of NaN/],
    [[MAX_FANOUT, MAX_FANOUT + 1], /found a fan-out of 65, wanted integers from 1 to 64/],
  ];
  for (const [fanouts, message] of refused) {
    assert.throws(() => uniformNeighbors(GRAPH, { fanouts, seed: 1 }), (error) => {
      assert.ok(error instanceof UsageError, `${fanouts}: ${error}`);
      assert.match(error.message, message);
      return true;
    });
  }
  assert.equal(uniformNeighbors(GRAPH, { fanouts: [1, MAX_FANOUT], seed: 1 }).layers, 2);
});

Deno.test("a layer of no vertices and a walk of no steps are refused by the name of their count", () => {
  assert.throws(() => layerImportance(GRAPH, { layerSizes: [0], seed: 1 }), /found a layer size of 0/);
  assert.throws(() => layerImportance(GRAPH, { layerSizes: [], seed: 1 }), /found no layer size/);
  const walks = { fanouts: [2], seed: 1, length: 2, walks: 0 };
  assert.throws(() => randomWalkNeighbors(GRAPH, walks), /found a number of steps of 0/);
});
