/**
 * Tests of training on a device without room for the model: the numbers equal those of an executor with
 * everything on the device, the bytes those of the plan, within the device's memory.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import type { Executor } from "../../../training/executors/executor.ts";
import { takeSnapshot } from "../../../training/executors/snapshot.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { ManagedExecutor } from "../../../training/memory_manager/managed_executor.ts";
import { type CachingPolicy, planTransfers } from "../../../training/memory_manager/policies.ts";
import { gat } from "../../../training/models/gat.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import type { Bindings } from "../../../training/program/bindings.ts";
import type { Program } from "../../../training/program/program.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { bothWays } from "../active_training.ts";
import {
  assertFindsDivergence,
  assertHoldsNumbers,
  assertRefusesWork,
  EXPLODING,
} from "../executors/executor_contract.ts";
import { boundGcn, writeParameters } from "../plain_program.ts";
import { randomBlock, stagedProgram } from "../staged_program.ts";
import { plantedData } from "../vertex_task_fixture.ts";

const POLICIES: readonly CachingPolicy[] = ["dynamic-program", "lru", "streaming"];
const GCN = { vertices: 600, features: 21, hidden: 10, classes: 4, dropout: 0.4 };

interface BoundProgram {
  readonly program: Program;
  readonly bindings: Bindings;
}

async function onDevice(memoryBytes: number, test: (device: Device) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 2, memoryBytes });
  try {
    await test(device);
  } finally {
    device.close();
  }
}

function onBoth(criterion: (backend: string) => string, test: (device: Device) => Promise<void>): void {
  Deno.test(criterion("wasm"), () => onDevice(2 ** 24, test));
  testOnAdapter(criterion("webgpu"), test);
}

/**
 * Runs three steps and returns losses, parameters and moments, scores, and every gradient of the last step.
 */
async function results(executor: Executor, program: Program): Promise<readonly Float32Array[]> {
  writeParameters(executor, program);
  const numbers: Float32Array[] = [];
  for (let step = 1; step <= 3; step++) {
    executor.train(step);
    numbers.push(await executor.read(program.loss) as Float32Array);
  }
  for (const learned of (await takeSnapshot(executor, program)).values()) {
    numbers.push(learned as Float32Array);
  }
  if (program.evaluate.length > 0) executor.evaluate();
  numbers.push(await executor.read(program.scores) as Float32Array);
  return numbers;
}

/** Least capacity for every operation, with a margin for the memory that kernels keep beside a matrix. */
function leastCapacity({ plan: { training, evaluation } }: ManagedExecutor): number {
  const needed = [training, evaluation].flatMap(({ graph: { tensors, operations } }) =>
    operations.map(({ reads, writes, workspaceBytes = 0 }) =>
      [...reads, ...writes].reduce((sum, place) => sum + tensors[place].bytes, workspaceBytes)
    )
  );
  return Math.max(...needed) + 1024;
}

async function assertManaged(
  device: Device,
  { program, bindings }: BoundProgram,
  policies: readonly CachingPolicy[] = POLICIES,
): Promise<void> {
  // Of the kernel that keeps least beside a matrix.
  const kernels: KernelChoices = { spmm: { id: "row-split" } };
  const whole = await DeviceExecutor.open(device, program, bindings, { kernels });
  const wanted = await results(whole, program);
  whole.close();
  const roomy = await ManagedExecutor.open(device, program, bindings, { kernels });
  const least = leastCapacity(roomy), most = roomy.plan.training.plan.peakBytes;
  roomy.close();
  for (const policy of policies) {
    for (const capacityBytes of [least, (least + most) / 2, undefined]) {
      const resident = device.ledger.live;
      device.resetPeak();
      const executor = await ManagedExecutor.open(device, program, bindings, {
        policy,
        kernels,
        ...(capacityBytes === undefined ? {} : { capacityBytes }),
      });
      const got = await results(executor, program);
      assert.deepEqual(got, wanted);
      const { trainBytes, evaluation, training } = executor.plan;
      assert.equal(executor.transfers.loadedBytes, 3 * trainBytes + evaluation.plan.loadedBytes);
      assert(trainBytes > training.plan.loadedBytes);
      const indices = device.ledger.live - resident;
      if (capacityBytes !== undefined) assert(device.ledger.peak <= resident + indices + capacityBytes);
      executor.close();
      assert.equal(device.ledger.live, resident);
    }
  }
}

onBoth(
  (backend) =>
    `on ${backend} every policy and capacity gives the bits of the whole model, and loads what its plan says`,
  async (device) => {
    // Repeated preparation of kernels is slow on a software adapter.
    const policies = device.backend === "wasm" ? POLICIES : POLICIES.slice(0, 1);
    await assertManaged(device, boundGcn(GCN), policies);
    assert.equal(device.ledger.live, 0);
  },
);

const shape = { classes: 3, hidden: 10, layers: 3, dropout: 0.3 };
const MODELS: Readonly<Record<string, readonly Layer[]>> = {
  "gat": gat({ classes: 3, heads: 3, headWidth: 5, layers: 2, dropout: 0.3 }),
  "gin": gin(shape),
  "residualGcn": residualGcn(shape),
};

function staged(layers: readonly Layer[], hops: number): BoundProgram {
  const sizes = [131, 70, 33, 9].slice(0, hops + 1);
  const adjacencies = Array.from({ length: hops }, (_, at) => ({
    matrix: randomBlock({ rows: sizes[at + 1], cols: sizes[at], degree: 6, own: true, seed: 4 + at }),
  }));
  return stagedProgram(layers, adjacencies, { width: 21 });
}

for (const [name, layers] of Object.entries(MODELS)) {
  const bound = () => staged(layers, name === "gat" ? 2 : 3);
  Deno.test(`${name} on blocks trains managed on wasm with the same bits`, () =>
    onDevice(2 ** 24, (device) => assertManaged(device, bound())));
}
testOnAdapter(
  "gat on blocks trains managed on webgpu with the same bits",
  (device) => assertManaged(device, staged(MODELS.gat, 2), ["dynamic-program"]),
);

const SPARSE = plantedData({ vertices: 120, classes: 4, width: 30, sparse: true, directed: true });

Deno.test("sparse features, their dropout and paths train managed on wasm with the same bits", async () => {
  const layers = gcn({ classes: 4, hidden: 12, layers: 3, dropout: 0.5, bias: true });
  for (const gradients of ["compact", "full"] as const) {
    const { all, part } = bothWays(SPARSE, layers, { hops: 3, gradients });
    for (const { task: { program }, bindings } of [all, part]) {
      await onDevice(2 ** 24, (device) => assertManaged(device, { program, bindings }));
    }
  }
});

Deno.test("kernels whose plans share no matrix load it whenever they run", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn(GCN), kernels = { spmm: { id: "block-sparse" } };
    const whole = await DeviceExecutor.open(device, program, bindings, { kernels });
    const wanted = await results(whole, program);
    whole.close();
    const executor = await ManagedExecutor.open(device, program, bindings, { kernels });
    assert.deepEqual(await results(executor, program), wanted);
    const { trainBytes, evaluation, training } = executor.plan;
    assert.equal(executor.transfers.loadedBytes, 3 * trainBytes + evaluation.plan.loadedBytes);
    const matrices = training.contents.filter((content) => typeof content === "string");
    assert.equal(matrices.length, program.train.filter(({ op }) => op === "spmm").length);
    executor.close();
  }));

Deno.test("memory that kernels keep beside a matrix is within the capacity, too", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn(GCN), kernels = { spmm: { id: "neighbor-group-fixed" } };
    // From the peak of one plan, which leaves no room beside it, to that of the next smaller one.
    let capacityBytes = 300_000, trained = 0;
    for (;; trained++) {
      const opened = ManagedExecutor.open(device, program, bindings, { kernels, capacityBytes });
      const executor = await opened.catch((error) =>
        assert(error instanceof OutOfMemoryError, String(error))
      );
      if (!executor) break;
      const indices = device.ledger.live;
      device.resetPeak();
      executor.train(1);
      await executor.finish();
      assert(device.ledger.peak <= indices + capacityBytes, `${device.ledger.peak} of ${capacityBytes}`);
      const { peakBytes } = executor.plan.training.plan;
      capacityBytes = Math.min(peakBytes, capacityBytes - 1);
      executor.close();
    }
    assert(trained > 1, `${trained} trained`);
  }));

Deno.test("a model that does not fit on a device of 1 MiB trains on it with the manager", async () => {
  const { program, bindings } = boundGcn({ vertices: 3000, features: 48, hidden: 16, classes: 8 });
  const wanted: Epochs = [], got: Epochs = [];
  await onDevice(2 ** 24, async (device) => {
    const executor = await DeviceExecutor.open(device, program, bindings);
    assert(device.ledger.live > 2 ** 20);
    wanted.push(...await losses(executor, program));
  });
  await onDevice(2 ** 20, async (device) => {
    await assert.rejects(() => DeviceExecutor.open(device, program, bindings), OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
    const executor = await ManagedExecutor.open(device, program, bindings);
    got.push(...await losses(executor, program));
    assert(device.ledger.peak <= 2 ** 20);
    executor.close();
    assert.equal(device.ledger.live, 0);
  });
  assert.deepEqual(got, wanted);
  assert(wanted[4] < wanted[0]);
});

type Epochs = number[];

async function losses(executor: Executor, program: Program): Promise<Epochs> {
  writeParameters(executor, program);
  const { epochs } = await trainFullBatch(executor, program, { epochs: 5 });
  return epochs.map(({ loss }) => loss);
}

Deno.test("what the device is given are the bytes that the transfers count, and some words of control", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const executor = await ManagedExecutor.open(device, program, bindings, { policy: "lru" });
    writeParameters(executor, program);
    await executor.finish();
    let written = 0;
    const write = device.write.bind(device);
    device.write = (buffer, data, byteOffset) => {
      written += data.byteLength;
      write(buffer, data, byteOffset);
    };
    executor.train(1);
    await executor.finish();
    const { loadedBytes } = executor.transfers;
    assert(written >= loadedBytes && written <= loadedBytes + 512, `${written} for ${loadedBytes}`);
    executor.close();
  }));

Deno.test("a forward pass stores each result once, at the size that it has on the device", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const executor = await ManagedExecutor.open(device, program, bindings);
    executor.evaluate();
    await executor.finish();
    const { graph: { tensors, operations } } = executor.plan.evaluation;
    const results = operations.flatMap(({ writes }) => writes);
    assert(results.length >= 3);
    assert.equal(executor.transfers.storedBytes, sumOf(results, (place) => tensors[place].bytes));
    executor.close();
  }));

Deno.test("devices too small refuse, typed, and hold nothing; where memory is in pieces less is planned", async () => {
  const { program, bindings } = boundGcn({ ...GCN, vertices: 300 });
  let refused = 0, reduced = 0, trained = 0;
  for (const policy of POLICIES) {
    for (let memoryBytes = 2 ** 12; memoryBytes <= 2 ** 18; memoryBytes += 2 ** 14) {
      await onDevice(memoryBytes, async (device) => {
        try {
          const executor = await ManagedExecutor.open(device, program, bindings, { policy });
          if (executor.plan.capacityBytes < memoryBytes - device.ledger.live) reduced++;
          executor.train(1);
          await executor.finish();
          executor.close();
          trained++;
        } catch (error) {
          assert(error instanceof OutOfMemoryError, String(error));
          refused++;
        }
        assert.equal(device.ledger.live, 0);
      });
    }
  }
  assert(
    refused > 3 && trained > 20 && reduced > 0,
    `${refused} refused, ${trained} trained, ${reduced} with less`,
  );
});

Deno.test("where a device trains without a cache it trains by every policy, though its memory be in pieces", async () => {
  const { program, bindings } = boundGcn({ ...GCN, vertices: 300 });
  let trained = 0, emptied = 0;
  for (let memoryBytes = 70_000; memoryBytes <= 77_000; memoryBytes += 1000) {
    const losses = new Map<CachingPolicy, number>();
    for (const policy of POLICIES) {
      await onDevice(memoryBytes, async (device) => {
        let executor: ManagedExecutor;
        try {
          executor = await ManagedExecutor.open(device, program, bindings, { policy });
        } catch (error) {
          assert(error instanceof OutOfMemoryError, String(error));
          return;
        }
        writeParameters(executor, program);
        executor.train(1);
        losses.set(policy, (await executor.read(program.loss))[0]);
        const { training: { graph, plan }, trainBytes, capacityBytes } = executor.plan;
        assert.equal(executor.transfers.loadedBytes, trainBytes);
        if (plan.loadedBytes > planTransfers(graph, { policy, capacityBytes }).loadedBytes) emptied++;
        assert(device.ledger.peak <= memoryBytes);
        executor.close();
      });
    }
    if (losses.has("streaming")) trained++;
    assert.equal(losses.size, losses.has("streaming") ? POLICIES.length : 0, `${memoryBytes}`);
    assert(new Set(losses.values()).size <= 1);
  }
  assert(trained > 4 && emptied > 0, `${trained} trained, ${emptied} with an emptied device`);
});

Deno.test("a capacity below the largest operation is refused with the bytes that it wants", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn(GCN);
    await assert.rejects(
      () => ManagedExecutor.open(device, program, bindings, { capacityBytes: 100_000 }),
      (error: OutOfMemoryError) => {
        assert(error instanceof OutOfMemoryError);
        assert.match(error.parts.wanted, /\d+ bytes\), for all that it reads and writes/);
        return true;
      },
    );
    assert.equal(device.ledger.live, 0);
  }));

onBoth((backend) => `misuse on ${backend} is refused, and a closed executor`, async (device) => {
  const bound = boundGcn({ ...GCN, vertices: 60 }), { program, bindings } = bound;
  await assert.rejects(
    () => ManagedExecutor.open(device, program, bindings, { capacityBytes: NaN }),
    UsageError,
  );
  const unknown = { kernels: { spmm: { id: "row-splt" } } };
  await assert.rejects(() => ManagedExecutor.open(device, program, bindings, unknown), UsageError);
  assert.equal(device.ledger.live, 0);
  const executor = await ManagedExecutor.open(device, program, bindings);
  await assertHoldsNumbers(executor, bound);
  executor.train(1);
  executor.train(2);
  const pending = executor.finish();
  executor.close();
  executor.close();
  await pending;
  assert.equal(device.ledger.live, 0);
  await assertRefusesWork(executor, program);
});

Deno.test("work that fails is heard of by who waits, once the device is empty again", () =>
  onDevice(2 ** 20, async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const executor = await ManagedExecutor.open(device, program, bindings);
    const resident = device.ledger.live;
    const taken = device.allocate("somebody else's", 2 ** 20 - resident - 2 ** 14);
    executor.train(1);
    await assert.rejects(() => executor.finish(), OutOfMemoryError);
    await assert.rejects(() => executor.read(program.loss), OutOfMemoryError);
    assert.equal(device.ledger.live, resident + taken.bytes);
    executor.close();
    assert.equal(device.ledger.live, taken.bytes);
  }));

Deno.test("an exploding step is found again, with its epoch and layer", () =>
  onDevice(2 ** 24, async (device) => {
    const { program, bindings } = boundGcn({ ...GCN, ...EXPLODING });
    const executor = await ManagedExecutor.open(device, program, bindings);
    await assertFindsDivergence(executor, program);
    executor.close();
  }));
