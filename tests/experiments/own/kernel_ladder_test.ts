import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { kernelLadder, ladderOperands } from "../../../experiments/own/kernel_ladder.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { estimate } from "../../../experiments/session/estimate.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { testLab } from "../lab.ts";
import { kernelsOf } from "../../../kernels/registry.ts";

Deno.test("standard takes Products at a quarter and Proteins at a sixteenth, in four widths", () => {
  const datasets = kernelLadder.workloads(PROFILES.standard).filter(({ id }) => id.startsWith("ogbn"));
  assert.deepEqual(datasets.map(({ id, dataset }) => `${id} ${dataset}`).sort(), [
    "ogbn-products:w128 ogbn-products@1/4",
    "ogbn-products:w16 ogbn-products@1/4",
    "ogbn-products:w256 ogbn-products@1/4",
    "ogbn-products:w64 ogbn-products@1/4",
    "ogbn-proteins:w128 ogbn-proteins@1/16",
    "ogbn-proteins:w16 ogbn-proteins@1/16",
    "ogbn-proteins:w256 ogbn-proteins@1/16",
    "ogbn-proteins:w64 ogbn-proteins@1/16",
  ]);
});

Deno.test("a smoke run loads no graph above its maximum", () => {
  const { comparisons } = estimate(["own/kernel-ladder"], { profile: "smoke" });
  assert.equal(comparisons.length, kernelLadder.workloads(PROFILES.smoke).length);
  for (const { dataset, storedEdges } of comparisons) {
    assert.ok(storedEdges <= PROFILES.smoke.maxStoredEdges, `${dataset}: ${storedEdges}`);
  }
});

Deno.test("every kernel of the operation is a contender", () => {
  const contenders = kernelLadder.contenders.map(({ id }) => id);
  for (const { id } of kernelsOf("spmm")) assert.ok(contenders.includes(id), id);
});

Deno.test("the contenders of a workload multiply the same arrays, those of another width the same matrix", async () => {
  const dataset = await loadDataset("reddit@1/1024", { seed: 3 });
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const narrow = await ladderOperands(lab, dataset, 16);
    assert.equal(await ladderOperands(lab, dataset, 16), narrow);
    const wide = await ladderOperands(lab, dataset, 64);
    assert.equal(wide.matrix, narrow.matrix);
    assert.equal(wide.features.length, 64 * dataset.graph.cols);
    const otherSeed = await ladderOperands({ ...testLab(device), seed: 2 }, dataset, 64);
    assert.notEqual(otherSeed.matrix, wide.matrix);
    const sameGraph = await ladderOperands(lab, { ...dataset }, 16);
    assert.deepEqual(sameGraph, narrow);
    assert.notEqual(sameGraph, narrow);
  } finally {
    device.close();
  }
});
