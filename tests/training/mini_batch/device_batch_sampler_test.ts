import assert from "node:assert/strict";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { deviceBatchSampler } from "../../../training/mini_batch/device_batch_sampler.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { MiniBatchTrainer } from "../../../training/mini_batch/trainer.ts";
import type { BatchSampler } from "../../../training/mini_batch/batch_sampler.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { communityData, plantedGraph } from "./community_task.ts";

const COMMUNITY = { vertices: 200, classes: 3 };
const GRAPH = plantedGraph(COMMUNITY);
const FANOUTS = [3, 5];

async function lossesWith(device: Device, sampler: BatchSampler): Promise<(number | undefined)[]> {
  const trainer = new MiniBatchTrainer(device, communityData(COMMUNITY), {
    layers: gcn({ classes: 3, hidden: 8 }),
    aggregation: "gcn",
    optimizer: adam(),
    sampler,
    batchSize: 32,
    seed: 1,
    readLosses: true,
  });
  const losses: (number | undefined)[] = [];
  for (let i = 0; i < 6; i++) {
    const { loss, times } = await trainer.next();
    losses.push(loss);
    assert(times.drawMs > 0 && times.idMapMs > 0);
  }
  trainer.close();
  sampler.close();
  return losses;
}

async function assertSameTraining(device: Device): Promise<void> {
  const idMap = idMaps.find(({ id, backend }) => id === "three-step" && backend === device.backend)!;
  const options = { graph: GRAPH, fanouts: FANOUTS, seed: 1, maxSeeds: 32, idMap };
  const own = await lossesWith(device, deviceBatchSampler(device, await openSampler(device, options)));
  assert.deepEqual(
    own,
    await lossesWith(device, hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: 1 }))),
  );
  assert.equal(device.ledger.live, 0);
}

const SAME = "a sampler on the device trains to the bits of the host's";

Deno.test(`${SAME}, on wasm`, async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 26 });
  try {
    await assertSameTraining(device);
  } finally {
    device.close();
  }
});

testOnAdapter(`${SAME}, on webgpu`, assertSameTraining);
