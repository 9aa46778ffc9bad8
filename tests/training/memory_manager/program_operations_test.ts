/**
 * Tests of programs as operation graphs: fusion, sizes, and roc's numbers for Reddit.
 *
 * @module
 */
import assert from "node:assert/strict";
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { residual } from "../../../training/layers/residual.ts";
import { type CachingPolicy, planTransfers } from "../../../training/memory_manager/policies.ts";
import { operationsOf } from "../../../training/memory_manager/program_operations.ts";
import { countStates, validStates } from "../../../training/memory_manager/states.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { stackLayers } from "../../../training/models/layer_stack.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Program } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";

/**
 * Builds a program for Reddit as roc trains on it: the pattern of the graph with self-loops, 602 features, 41
 * classes.
 */
function onReddit(layers: readonly Layer[], { featureGradient = false, weighted = false } = {}): Program {
  const vertices = 232_965;
  return vertexClassification(
    {
      graph: { vertices, entries: 114_615_892 + vertices, weighted },
      features: { kind: "dense", width: 602 },
      classes: 41,
    },
    { layers, optimizer: adam(), seed: 1, featureGradient },
  ).program;
}

/**
 * Layers of CommNet, `H' = ReLU(H V + C W)`, with C the sum over neighbours (Sukhbaatar et al., 2016, there
 * with tanh).
 */
function commNet(layers: number): readonly Layer[] {
  return stackLayers("CommNet", { layers, dropout: 0 }, ({ label, last, epilogue }) => {
    const layer = graphConvolution({ label, width: last ? 41 : 256, order: "aggregate-first" });
    return residual({ layer, weights: "always", ...epilogue });
  });
}

const inOrder = { hidden: 256, classes: 41, order: "aggregate-first" } as const;

Deno.test("a GIN of one layer has the operations of Table 3", () => {
  const program = onReddit(gin({ ...inOrder, layers: 1 }), { featureGradient: true });
  const { graph, steps } = operationsOf(program);
  const { tensors, operations } = graph;
  const names = (places: readonly number[]) =>
    places.map((place) => tensors[place].name.replace("layer 1 ", "")).sort().join(", ");
  assert.deepEqual(operations.map(({ reads, writes }) => [names(reads), names(writes)]), [
    ["adjacency, features", "first aggregated"],
    ["first aggregated, first bias, first weight", "first output"],
    ["first output, second bias, second weight", "second output"],
    [
      "loss weights, second output",
      "loss, loss gradient, loss of each row, second bias gradient",
    ],
    ["first output, loss gradient, second weight", "second input gradient, second weight gradient"],
    [
      "first aggregated, first output, first weight, second input gradient",
      "first bias gradient, first input gradient, first pre-activation gradient, first weight gradient",
    ],
    ["adjacency, first input gradient", "first aggregated"],
  ]);
  assert.equal(validStates(graph).length, 1 + 7);
  assert.deepEqual(steps.flat(), program.train.filter(({ pass }) => pass !== "update"));
});

Deno.test("sizes are those of float32 tensors and compressed rows", () => {
  const sizesOf = (program: Program) =>
    new Map(operationsOf(program).graph.tensors.map(({ name, bytes }) => [name, bytes]));
  const bytes = sizesOf(onReddit(gcn(inOrder)));
  const weighted = sizesOf(onReddit(gcn(inOrder), { weighted: true }));
  assert.equal(bytes.get("features"), 232_965 * 602 * 4);
  assert.equal(bytes.get("adjacency"), (232_966 + 114_848_857) * 4);
  assert.equal(weighted.get("adjacency"), (232_966 + 2 * 114_848_857) * 4);
  assert.equal(bytes.get("layer 1 weight"), 602 * 256 * 4);
  assert(bytes.keys().every((name) => !name.includes("moment")));
  assert(operationsOf(onReddit(gcn(inOrder)), "evaluate").graph.operations.length === 4);
});

Deno.test("states and tensor sets of GCN, GIN and CommNet of one to three layers", () => {
  const count = (layers: readonly Layer[]) => countStates(operationsOf(onReddit(layers)).graph);
  const depths = [1, 2, 3];
  // A chain has as many states as operations. The two products of a CommNet layer do not depend on each
  // other.
  assert.deepEqual(depths.map((layers) => count(gcn({ ...inOrder, layers }))), [
    { states: 4, tensorSets: 4 },
    { states: 8, tensorSets: 64 },
    { states: 12, tensorSets: 512 },
  ]);
  assert.deepEqual(depths.map((layers) => count(gin({ ...inOrder, layers }))), [
    { states: 6, tensorSets: 16 },
    { states: 12, tensorSets: 1024 },
    { states: 18, tensorSets: 32_768 },
  ]);
  assert.deepEqual(depths.map((layers) => count(commNet(layers))), [
    { states: 10, tensorSets: 16 },
    { states: 21, tensorSets: 512 },
    { states: 32, tensorSets: 8192 },
  ]);
});

Deno.test("with Reddit's sizes the transfers of a GCN stand to each other as roc prints them", () => {
  const { graph } = operationsOf(onReddit(gcn({ hidden: 256, classes: 41, dropout: 0.5 })));
  const gigabytes = (policy: CachingPolicy, capacityBytes: number) =>
    planTransfers(graph, { policy, capacityBytes }).loadedBytes / 1e9;
  // Figure 10 shows 5.03 and 1.48; its capacity and list of operations are not printed.
  const [best, lru, streaming] = (["dynamic-program", "lru", "streaming"] as const)
    .map((policy) => gigabytes(policy, 2.2e9));
  assert(Math.abs(streaming / best / 5.03 - 1) < 0.1 && Math.abs(lru / best / 1.48 - 1) < 0.1);
  assert.deepEqual([best, lru, streaming].map((bytes) => bytes.toFixed(2)), ["1.02", "1.58", "5.11"]);
});

Deno.test("six layers, whose tensor sets no table could hold, are planned at every capacity", () => {
  const { graph } = operationsOf(onReddit(gin({ ...inOrder, layers: 6 })));
  assert(countStates(graph).tensorSets >= 2 ** 30);
  let before = Infinity;
  for (let capacityBytes = 1.6e9; capacityBytes < 12e9; capacityBytes += 0.5e9) {
    const bytes = (policy: CachingPolicy) => planTransfers(graph, { policy, capacityBytes }).loadedBytes;
    const best = bytes("dynamic-program");
    assert(best <= Math.min(before, bytes("lru")));
    before = best;
  }
});
