/** Systems of Table IV: which groups the improved GNNAdvisor multiplies by. @module */
import assert from "node:assert/strict";
import { rmat } from "../../../../datasets/generators/rmat.ts";
import { loadDataset } from "../../../../datasets/load.ts";
import { groupedProducts, LAYERS } from "../../../../experiments/eppgcn/execution_paths/backward_systems.ts";
import { pathsOf } from "../../../../experiments/eppgcn/drawn_paths.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { graphFeatures } from "../../../../kernels/spmm/group_size/mod.ts";
import { testLab } from "../../lab.ts";

const dataset = await loadDataset("com-youtube@1/512", { seed: 3 });

/** Labels of which the regression is `2 + 3 times the average degree`. */
const labels = [[64, 64], [64, 256], [128, 256], [256, 512], [256, 2048]].map(([vertices, edges]) => {
  const features = graphFeatures(rmat({ vertices, edges }, 1), 16);
  return { features, best: 2 + 3 * features.averageDegree };
});

Deno.test("the improved GNNAdvisor has its own regression's grouping on a card, as in Figure 9", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const cpu = testLab(device), labelled = { byChange: [labels], cutOff: 0 };
    const card: Lab = {
      ...cpu,
      device: { backend: "webgpu", adapterKind: "hardware" } as Device,
      kept: <Settings, Result>() => Promise.resolve(labelled as Result),
    };
    const sizes = async (lab: Lab) =>
      (await groupedProducts(lab, dataset, { onPaths: true })).map(({ parameters }) => parameters?.groupSize);
    const paths = await pathsOf(cpu, dataset, { layers: LAYERS });
    const wanted = paths.map(({ matrix }) => Math.round(2 + 3 * graphFeatures(matrix, 16).averageDegree));
    assert.ok(wanted.every((size) => size !== 32), `${wanted}`);
    assert.deepEqual(await sizes(card), wanted);
    assert.deepEqual(await sizes(cpu), [32, 32], "CPU threads have nothing to balance");
  } finally {
    device.close();
  }
});
