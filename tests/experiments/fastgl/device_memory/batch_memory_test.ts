import assert from "node:assert/strict";
import {
  batchMemory,
  MEMORY_STACK,
  memoryMetrics,
  memoryParts,
} from "../../../../experiments/fastgl/device_memory/batch_memory.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import type { BlockShape } from "../../../../training/mini_batch/mod.ts";

const BLOCKS: readonly BlockShape[] = [
  { rows: 400, cols: 900, nnz: 2000 },
  { rows: 90, cols: 400, nnz: 900 },
  { rows: 10, cols: 90, nnz: 150 },
];
const HIDDEN = 16, CLASSES = 5;

const memory = (system: "dgl" | "fastgl", featureWidth: number, blocks = BLOCKS) =>
  batchMemory(system, { blocks, graph: { featureWidth, classes: CLASSES }, hidden: HIDDEN });

const sum = (of: (block: BlockShape) => number, blocks = BLOCKS) => sumOf(blocks, of);

Deno.test("features of two mini-batches are there, and the parts sum to the whole", () => {
  for (const system of ["dgl", "fastgl"] as const) {
    for (const width of [8, 64]) {
      const { bytes, featureBytes, topologyBytes, otherBytes } = memory(system, width);
      assert.equal(featureBytes, 2 * 4 * 900 * width);
      assert.equal(bytes, featureBytes + topologyBytes + otherBytes);
      assert.ok(otherBytes > 4 * 400 * HIDDEN, "at least the first layer's output");
    }
  }
});

Deno.test("topology byte by byte; a block has a transpose where gradients pass through it", () => {
  // Wider than the hidden layers: the first layer transforms first, so that its weights' gradient passes the first block.
  for (const [width, transposed] of [[64, BLOCKS], [8, BLOCKS.slice(1)]] as const) {
    const coo = sum(({ nnz }) => 16 * nnz);
    const csc = sum(({ rows, nnz }) => 8 * (rows + 1 + nnz) + 8 * nnz);
    const csr = sum(({ cols, nnz }) => 8 * (cols + 1 + nnz) + 8 * nnz, transposed);
    const ids = sum(({ cols, nnz }) => 8 * (cols + nnz));
    assert.equal(memory("dgl", width).topologyBytes, coo + csc + csr + coo + 2 * ids);

    const forward = sum(({ rows, nnz }) => 4 * (rows + 1 + nnz) + 4 * nnz);
    const backward = sum(({ cols, nnz }) => 4 * (cols + 1 + nnz) + 4 * nnz, transposed);
    assert.equal(memory("fastgl", width).topologyBytes, 2 * (forward + backward + 8 * 900));
  }
});

Deno.test("at the most there is what the forward pass wrote, with masks, parameters, and two gradients of the first layer", () => {
  const floats = (...shapes: readonly (readonly [rows: number, cols: number])[]) =>
    sumOf(shapes, ([rows, cols]) => 4 * rows * cols);
  const weights = floats([64, HIDDEN], [HIDDEN, HIDDEN], [HIDDEN, CLASSES]);
  const forward = floats(
    // Layer 1 multiplies, aggregates, and has ReLU and dropout; layer 2 aggregates first; layer 3 multiplies first.
    ...[[900, HIDDEN], [400, HIDDEN], [400, HIDDEN]] as const,
    ...[[90, HIDDEN], [90, HIDDEN]] as const,
    ...[[90, CLASSES], [10, CLASSES]] as const,
  );
  // A loss, a weight and a label of each seed, and the loss.
  const loss = floats([10, 3], [1, 1]);
  // ReLU's result, which dropout takes, and a byte for each entry of dropout's mask.
  const masks = 5 * (400 + 90) * HIDDEN;
  // While the gradient of layer 1's product is aggregated from that of its sums, those of later weights wait for Adam.
  const gradients = floats([400, HIDDEN], [900, HIDDEN], [HIDDEN, HIDDEN], [HIDDEN, CLASSES]);
  // Adam has two moments of each weight.
  assert.equal(memory("fastgl", 64).otherBytes, forward + masks + loss + 3 * weights + gradients);
});

Deno.test("what DGL has beside is a normalised copy of each input, as long as the gradient of weights needs it", () => {
  // Layers 1 and 3 get narrower, layer 2 does not: it is aggregated first, and its copy is gone by the time of the peak.
  const more = memory("dgl", 64).otherBytes - memory("fastgl", 64).otherBytes;
  assert.equal(more, 4 * (900 * 64 + 90 * HIDDEN));
  // All of it while the wide input of a block many times larger is aggregated: the one copy that is there.
  const blocks = [{ rows: 400, cols: 50_000, nnz: 60_000 }, ...BLOCKS.slice(1)];
  const during = memory("dgl", 8, blocks).otherBytes - memory("fastgl", 8, blocks).otherBytes;
  assert.ok(during > 0.9 * 4 * 50_000 * 8 && during <= 4 * 50_000 * 8);
});

Deno.test("the parts of a memory are in the unit that was asked for, one value a metric", () => {
  const parts = memoryParts({ bytes: 6e9, featureBytes: 1e9, topologyBytes: 2e9, otherBytes: 3e9 }, 1e9);
  assert.deepEqual(Object.entries(parts).map(([metric, { value }]) => [metric, value]), [
    ["features_memory", 1],
    ["topology_memory", 2],
    ["other_memory", 3],
  ]);
  assert.ok(Object.values(parts).every(({ source }) => source === "modelled"));
  const metrics = memoryMetrics("GB");
  assert.deepEqual([Object.keys(parts), Object.keys(metrics)], [MEMORY_STACK, MEMORY_STACK]);
  assert.ok(Object.values(metrics).every(({ unit }) => unit === "GB"));
});
