/**
 * Trainings of several epochs on an adapter beside the same ones on CPU threads: their losses, and how often
 * the host waits.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../hardware/device.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { Executor } from "../../training/executors/executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../training/full_batch.ts";
import { ManagedExecutor } from "../../training/memory_manager/managed_executor.ts";
import { gcn } from "../../training/models/gcn.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program } from "../../training/program/program.ts";
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import { bothWays } from "./active_training.ts";
import { assertNear } from "./mini_batch/trainings.ts";
import { plantedData } from "./vertex_task_fixture.ts";

const EPOCHS = 5;
const PLANTED = plantedData({ vertices: 200, classes: 4, width: 30, degree: 3, seed: 4 });
const DATA = {
  ...PLANTED,
  split: { ...PLANTED.split, train: PLANTED.split.train.filter((v) => v % 9 === 1) },
};
const LAYERS = gcn({ classes: 4, hidden: 12, layers: 3, dropout: 0.5, bias: true });

/** Way to an executor of a program on a device. */
type Open = (
  device: Device,
  program: Program,
  bindings: Bindings,
) => Promise<Executor & { readonly close: () => void }>;

const plain: Open = (device, program, bindings) => DeviceExecutor.open(device, program, bindings);

/** Executor with room for little more than the largest operation. */
const managed: Open = async (device, program, bindings) => {
  const roomy = await ManagedExecutor.open(device, program, bindings);
  const { peakBytes } = roomy.plan.training.plan;
  roomy.close();
  const executor = await ManagedExecutor.open(device, program, bindings, {
    capacityBytes: 0.75 * peakBytes,
  });
  assert.ok(
    executor.plan.training.plan.loadedBytes > roomy.plan.training.plan.loadedBytes,
    "nothing is moved",
  );
  return executor;
};

async function losses(device: Device, open: Open, way: "all" | "compact" | "full"): Promise<number[]> {
  const gradients = way === "full" ? "full" : "compact";
  const { all, part } = bothWays(DATA, LAYERS, { hops: 3, gradients });
  const { task: { program }, bindings } = way === "all" ? all : part;
  const executor = await open(device, program, bindings);
  try {
    initialise(executor, program, { seed: 1 });
    return (await trainFullBatch(executor, program, { epochs: EPOCHS })).epochs.map(({ loss }) => loss);
  } finally {
    executor.close();
  }
}

const WAYS: Readonly<Record<string, readonly [open: Open, way: "all" | "compact" | "full"]>> = {
  "full batches": [plain, "all"],
  "full batches with managed memory": [managed, "all"],
  "execution paths with compact gradients": [plain, "compact"],
  "execution paths with full gradients": [plain, "full"],
};

for (const [name, [open, way]] of Object.entries(WAYS)) {
  testOnAdapter(`${name} have the losses of wasm on webgpu`, async (device) => {
    const wasm = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
    try {
      const wanted = await losses(wasm, plain, way), got = await losses(device, open, way);
      assert.equal(new Set(wanted).size, EPOCHS);
      assertNear(got, wanted, 1e-4);
      assert.equal(device.ledger.live, 0);
    } finally {
      wasm.close();
    }
  });
}

testOnAdapter("full batches wait as often for forty epochs as for two", async (device) => {
  const { all: { task: { program }, bindings } } = bothWays(DATA, LAYERS, { hops: 3 });
  const executor = await DeviceExecutor.open(device, program, bindings);
  initialise(executor, program, { seed: 1 });
  const waits: number[] = [];
  for (const epochs of [2, 40]) {
    const before = device.waits;
    await trainFullBatch(executor, program, { epochs, evaluateEvery: 0 });
    waits.push(device.waits - before);
  }
  assert.equal(waits[1], waits[0]);
  const before = device.waits;
  for (let epoch = 1; epoch <= 40; epoch++) executor.train(epoch);
  assert.equal(device.waits, before, "a training step waits");
  await executor.finish();
  assert.equal(device.waits, before + 1);
  executor.close();
});
