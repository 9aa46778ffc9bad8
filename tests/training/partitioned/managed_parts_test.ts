/** Partitioned training with data in host memory: its losses, and the bytes that policies move. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import type { Executor } from "../../../training/executors/executor.ts";
import { initialise, initialNumbers } from "../../../training/executors/initialisation.ts";
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam, ADAM_DEFAULTS } from "../../../training/optimizers/adam.ts";
import { HostParameters } from "../../../training/partitioned/host_parameters.ts";
import { type ManagedPartsEpoch, ManagedPartsTraining } from "../../../training/partitioned/mod.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, vertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import { testOnBoth } from "../../kernels/every_backend.ts";

const SEED = 5, EPOCHS = 4;
const dataset = await loadDataset("reddit@1/1024:drift", { seed: SEED });
const data = await vertexData(dataset, { seed: SEED, randomWidth: 24 });
const layers = gcn({ classes: data.classes, hidden: 16, order: "aggregate-first" }).filter(({ rowWise }) =>
  !rowWise
);
const { rows } = data.adjacency;
const OFFSETS = Uint32Array.of(0, Math.floor(rows / 5), Math.floor(rows / 2), rows);

type Device = Parameters<typeof ManagedPartsTraining.open>[0];

async function epochs(
  device: Device,
  { policy, capacityBytes }: { readonly policy: CachingPolicy; readonly capacityBytes?: number },
): Promise<readonly ManagedPartsEpoch[]> {
  const training = await ManagedPartsTraining.open(device, {
    data,
    layers,
    offsets: OFFSETS,
    policy,
    seed: SEED,
    ...(capacityBytes !== undefined && { capacityBytes }),
  });
  try {
    const all: ManagedPartsEpoch[] = [];
    while (all.length < EPOCHS) all.push(await training.train(all.length + 1));
    return all;
  } finally {
    training.close();
  }
}

async function wholeLosses(device: Device): Promise<readonly number[]> {
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed: SEED });
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
  try {
    initialise(executor, task.program, { seed: SEED });
    const losses: number[] = [];
    while (losses.length < EPOCHS) {
      executor.train(losses.length + 1);
      losses.push((await executor.read(task.program.loss))[0]);
    }
    return losses;
  } finally {
    executor.close();
  }
}

testOnBoth(
  "three parts with their data in host memory have the losses of the whole graph",
  async (device) => {
    const before = device.ledger.live;
    const wanted = await wholeLosses(device);
    assert.ok(
      Math.abs(wanted[0] - wanted[EPOCHS - 1]) > 1e-3 * wanted[0],
      `a training that learns nothing shows nothing: ${wanted}`,
    );
    for (const policy of ["dynamic-program", "streaming"] as const) {
      const own = await epochs(device, { policy });
      own.forEach(({ loss, partMs }, epoch) => {
        assert.ok(Math.abs(loss - wanted[epoch]) < 1e-4 * wanted[epoch], `${loss}, ${wanted[epoch]}`);
        assert.equal(partMs.length, 3);
        assert.ok(partMs.every((ms) => ms > 0));
      });
    }
    assert.equal(device.ledger.live, before);
  },
);

Deno.test("parameters on the host follow Adam on the sums of the shares, each step from new ones", () => {
  const tensor = { id: 0, label: "weight", kind: "parameter", rows: 3, cols: 2 } as const;
  const declared = { tensor, initialisation: "glorot" } as const, size = 6;
  const parameters = new HostParameters([declared], SEED), written: HostNumbers[] = [];
  const executor = { write: (_: unknown, data: HostNumbers) => void written.push(data.slice()) };
  const { learningRate, beta1, beta2, epsilon } = ADAM_DEFAULTS;
  const wanted = Float64Array.from(initialNumbers(declared, SEED));
  const m = new Float64Array(size), v = new Float64Array(size);
  for (let step = 1; step <= 3; step++) {
    // Signs change from step to step, so that a gradient that is kept would turn some of the steps.
    const shares = [1, 2].map((part) =>
      Float32Array.from({ length: size }, (_, i) => Math.cos(part + 2 * step + i) / 4 ** step)
    );
    for (const share of shares) parameters.add("weight", share);
    parameters.update(step);
    parameters.writeTo(executor as unknown as Executor, [declared]);
    for (let i = 0; i < size; i++) {
      const gradient = shares[0][i] + shares[1][i];
      m[i] = beta1 * m[i] + (1 - beta1) * gradient;
      v[i] = beta2 * v[i] + (1 - beta2) * gradient ** 2;
      wanted[i] -= learningRate * m[i] / (1 - beta1 ** step) /
        (Math.sqrt(v[i] / (1 - beta2 ** step)) + epsilon);
      assert.ok(Math.abs(written[step - 1][i] - wanted[i]) < 1e-6, `step ${step}, number ${i}`);
    }
  }
});

Deno.test("streaming loads more than the dynamic program, every epoch as much, and too little memory is refused", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const [program, streaming] = [
      await epochs(device, { policy: "dynamic-program" }),
      await epochs(device, { policy: "streaming" }),
    ];
    assert.ok(program[0].loadedBytes < streaming[0].loadedBytes);
    for (const all of [program, streaming]) {
      assert.equal(new Set(all.map(({ loadedBytes }) => loadedBytes)).size, 1);
      assert.equal(new Set(all.map(({ storedBytes }) => storedBytes)).size, 1);
    }
    await assert.rejects(epochs(device, { policy: "streaming", capacityBytes: 1000 }), OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
