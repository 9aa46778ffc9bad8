/**
 * Epochs of full batches with their losses: as those read one by one, and on an adapter with one wait.
 *
 * @module
 */
import assert from "node:assert/strict";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { trainForLosses } from "../../../training/executors/epoch_losses.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { bothWays } from "../active_training.ts";
import { assertNear } from "../mini_batch/trainings.ts";
import { plantedData } from "../vertex_task_fixture.ts";

const DATA = plantedData({ vertices: 200, classes: 4, width: 30, degree: 3, seed: 4 });
const { all: { task: { program }, bindings } } = bothWays(
  DATA,
  gcn({ classes: 4, hidden: 12, layers: 3, dropout: 0.5 }),
  { hops: 3 },
);
const EPOCHS = 7;

/** An executor at its first weights, which is closed at the end. */
async function withExecutor<T>(device: Device, work: (executor: DeviceExecutor) => Promise<T>): Promise<T> {
  const executor = await DeviceExecutor.open(device, program, bindings);
  try {
    initialise(executor, program, { seed: 1 });
    return await work(executor);
  } finally {
    executor.close();
  }
}

/** Losses read epoch by epoch. */
function oneByOne(device: Device): Promise<number[]> {
  return withExecutor(device, async (executor) => {
    const losses: number[] = [];
    for (let epoch = 1; epoch <= EPOCHS; epoch++) {
      executor.train(epoch);
      losses.push((await executor.read(program.loss))[0]);
    }
    return losses;
  });
}

/** Losses of epochs that are trained in two pieces. */
function inPieces(device: Device) {
  return withExecutor(device, async (executor) => {
    const first = await trainForLosses(executor, program, { after: 0, count: 3 });
    const second = await trainForLosses(executor, program, { after: 3, count: EPOCHS - 3 });
    return { losses: [...first.losses, ...second.losses], waits: [first.waits, second.waits] };
  });
}

Deno.test("epochs trained together have the losses of those read one by one", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  try {
    const { losses, waits } = await inPieces(device);
    assert.deepEqual(losses, await oneByOne(device));
    assert.equal(new Set(losses).size, EPOCHS);
    assert.deepEqual(waits, [0, 0]);
  } finally {
    device.close();
  }
});

testOnAdapter("on an adapter they wait once, and have the losses of wasm", async (device) => {
  const wasm = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  try {
    const { losses, waits } = await inPieces(device);
    assert.deepEqual(losses, await oneByOne(device));
    assert.deepEqual(waits, [1, 1]);
    assertNear(losses, await oneByOne(wasm), 1e-4);
    assert.equal(device.ledger.live, 0);
  } finally {
    wasm.close();
  }
});

testOnAdapter(
  "a training with evaluations waits once between two of them, and tells of every epoch",
  async (device) => {
    const { truth, split: { test } } = DATA, told: number[] = [];
    await withExecutor(device, async (executor) => {
      const { epochs, waits } = await trainFullBatch(executor, program, {
        epochs: EPOCHS,
        evaluateEvery: 3,
        sets: { truth, test },
        onEpoch: ({ epoch }) => void told.push(epoch),
      });
      assert.equal(waits, 3);
      assert.deepEqual(told, [1, 2, 3, 4, 5, 6, 7]);
      assert.deepEqual(epochs.filter((epoch) => epoch.test).map(({ epoch }) => epoch), [3, 6]);
      const seconds = epochs.map((epoch) => epoch.seconds);
      assert.deepEqual(seconds.toSorted((a, b) => a - b), seconds);
      assert.deepEqual(epochs.map(({ loss }) => loss), await oneByOne(device));
    });
  },
);

Deno.test("a training without evaluations on the CPU waits for no GPU", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  try {
    await withExecutor(device, async (executor) => {
      assert.equal((await trainFullBatch(executor, program, { epochs: 2, evaluateEvery: 0 })).waits, 0);
    });
  } finally {
    device.close();
  }
});

testOnAdapter("a training without evaluations waits once, at its end", async (device) => {
  await withExecutor(device, async (executor) => {
    assert.equal((await trainFullBatch(executor, program, { epochs: 2, evaluateEvery: 0 })).waits, 1);
  });
});
