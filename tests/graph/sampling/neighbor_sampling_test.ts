import assert from "node:assert/strict";
import {
  layerImportance,
  neighborDraw,
  type NeighborSampling,
  randomWalkNeighbors,
  uniformNeighbors,
} from "../../../graph/sampling/mod.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { SHAPES } from "../graph_fixture.ts";

Deno.test("a sampling named as data draws what its own function draws", () => {
  const graph = SHAPES.clique, destinations = Uint32Array.of(3, 1, 20), at = { batch: 4, layer: 1 };
  const counts = { fanouts: [3, 4], seed: 5 }, walks = { ...counts, length: 2, walks: 9 };
  const layers = { layerSizes: [7, 9], seed: 5 };
  const uniform = uniformNeighbors(graph, counts);
  const pairs: readonly [NeighborSampling, ReturnType<typeof neighborDraw>][] = [
    [counts, uniform],
    [{ kind: "uniform", ...counts }, uniform],
    [{ kind: "random-walk", ...walks }, randomWalkNeighbors(graph, walks)],
    [{ kind: "layer-importance", ...layers }, layerImportance(graph, layers)],
  ];
  for (const [sampling, { draw, ...settings }] of pairs) {
    const named = neighborDraw(graph, sampling);
    assert.deepEqual(named.draw(destinations, at), draw(destinations, at));
    assert.deepEqual([named.layers, named.vertices], [settings.layers, settings.vertices]);
  }
});

Deno.test("samplers refuse a matrix that is not square", () => {
  const rows = submatrix(SHAPES.clique, { rows: [0, 2] });
  const samplings: readonly NeighborSampling[] = [
    { fanouts: [2], seed: 1 },
    { kind: "random-walk", fanouts: [2], seed: 1 },
    { kind: "layer-importance", layerSizes: [2], seed: 1 },
  ];
  for (const sampling of samplings) {
    assert.throws(() => neighborDraw(rows, sampling), /sample .*: found a matrix of 2 x 40/);
  }
});
