/** Checks of what is timed of a cut graph: the cut itself, and the Map over its halo vertices. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { cutGraph } from "../../../experiments/distgnn-mb/cut_graph.ts";
import { mapTimes } from "../../../experiments/distgnn-mb/ranks/map_times.ts";
import { checkCut } from "../../../experiments/distgnn-mb/partitions/cut_counts.ts";
import { rankWorkloads } from "../../../experiments/distgnn-mb/rank_workloads.ts";
import { PRODUCTS } from "../../../experiments/distgnn-mb/scaled_graphs.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { testLab } from "../lab.ts";

const WORKLOADS = rankWorkloads(profileOf("smoke"), PRODUCTS, [2, 4]);
const dataset = await loadDataset(WORKLOADS[0].dataset, { seed: 1 });

Deno.test("a vertex that two ranks have, or none, makes the cut wrong", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const cut = await cutGraph(testLab(device), dataset, WORKLOADS[1].factors);
    const { ok, checkedRows } = checkCut(cut);
    assert.deepEqual([ok, checkedRows], [true, dataset.graph.rows]);
    const [first, ...others] = cut.ranks;
    assert.equal(checkCut({ ...cut, ranks: others }).ok, false, "vertices of no rank");
    assert.equal(checkCut({ ...cut, ranks: [...cut.ranks, first] }).ok, false, "vertices of two ranks");
    const parts = cut.parts.with(7, (cut.parts[7] + 1) % 4);
    assert.equal(checkCut({ ...cut, parts }).worst!.row, 7);
  } finally {
    device.close();
  }
});

Deno.test("a Map that misses a halo vertex is wrong, on the number of ranks that has it", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const right = testLab(device), wrong = testLab(device);
    for (const workload of WORKLOADS) {
      const { iteration, remoteRank, lookUps } = await mapTimes(right, dataset, workload);
      assert.ok(iteration.check.ok && remoteRank.check.ok && iteration.check.checkedRows > 0);
      assert.ok(lookUps > 0);
    }
    const { ranks: [{ dbHalo }] } = await cutGraph(wrong, dataset, WORKLOADS[1].factors);
    dbHalo.vertices.fill(0);
    const checks = [];
    for (const workload of WORKLOADS) {
      checks.push((await mapTimes(wrong, dataset, workload)).iteration.check.ok);
    }
    assert.deepEqual(checks, [true, false]);
  } finally {
    device.close();
  }
});
