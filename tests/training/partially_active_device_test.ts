/**
 * Tests of partially-active training against all-active training in float32, on every backend at hand.
 *
 * @module
 */
import fc from "fast-check";
import assert from "node:assert/strict";
import { loadDataset } from "../../datasets/load.ts";
import type { Device } from "../../hardware/device.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { openWebGpuDevice } from "../../hardware/webgpu/open_device.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import { trainFullBatch } from "../../training/full_batch.ts";
import { gcn } from "../../training/models/gcn.ts";
import { vertexData } from "../../training/vertex_data.ts";
import { testOnCpu } from "../hardware/cpu/threads.ts";
import { adapterInUse, testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import {
  activeCases,
  assertEqual,
  bothWays,
  type BoundTask,
  numbersOf,
  workedExample,
} from "./active_training.ts";
import { plantedData } from "./vertex_task_fixture.ts";

function onAll(
  criterion: (backend: string) => string,
  test: (device: Device, runs: number) => Promise<void>,
): void {
  for (const backend of ["wasm", "x86"] as const) {
    testOnCpu(backend, criterion(backend), (device) => test(device, 300), [2]);
  }
  testOnAdapter(criterion("webgpu"), (device) => test(device, 30));
}

/** Calls a function with an executor, and closes it afterwards. */
async function using<Result>(
  device: Device,
  { task, bindings }: BoundTask,
  run: (executor: DeviceExecutor) => Promise<Result>,
  kernels: KernelChoices = {},
): Promise<Result> {
  const executor = await DeviceExecutor.open(device, task.program, bindings, { kernels });
  try {
    return await run(executor);
  } finally {
    executor.close();
  }
}

onAll(
  (backend) => `gradients on paths are those of all-active training to 1e-5 on ${backend}`,
  async (device, numRuns) => {
    await fc.assert(
      fc.asyncProperty(activeCases, async ({ data, layers, options }) => {
        const { all, part } = bothWays(data, layers, options);
        const [wanted, got] = [
          await using(device, all, (executor) => numbersOf(executor, executor.program)),
          await using(device, part, (executor) => numbersOf(executor, executor.program)),
        ];
        assertEqual(wanted, got, 1e-5);
        assert.equal(device.ledger.live, 0);
      }),
      { numRuns },
    );
  },
);

onAll(
  (backend) => `no and isolated training vertices leave weights without gradient on ${backend}`,
  async (device) => {
    for (const train of [[], [5, 6]]) {
      for (const order of ["aggregate-first", "transform-first"] as const) {
        const layers = gcn({ classes: 3, hidden: 4, layers: 3, bias: true, order });
        const { all, part } = bothWays(workedExample(train), layers, { hops: 3, featureGradient: true });
        const wanted = await using(device, all, (executor) => numbersOf(executor, executor.program));
        const got = await using(device, part, (executor) => numbersOf(executor, executor.program));
        assertEqual(wanted, got, 1e-5);
        for (const [label, gradient] of got) {
          if (label.endsWith("weight") || train.length === 0) {
            assert.ok(
              gradient.every((x) => x === 0),
              label,
            );
          }
        }
      }
    }
  },
);

const SPARSE_TRAINING = (v: number) => v % 9 === 1;
const PLANTED = plantedData({ vertices: 200, classes: 4, width: 30, degree: 2, sparse: true, seed: 4 });
const DATA = {
  ...PLANTED,
  split: { ...PLANTED.split, train: PLANTED.split.train.filter(SPARSE_TRAINING) },
};
const MODEL = gcn({ classes: 4, hidden: 12, layers: 3, dropout: 0.5, bias: true });

for (const id of ["all-active", "masked", "execution-path"]) {
  onAll(
    (backend) => `full gradients by the ${id} kernel train as all-active ones do on ${backend}`,
    async (device) => {
      const { all, part } = bothWays(DATA, MODEL, { hops: 3, gradients: "full" });
      const wanted = await using(device, all, (executor) => numbersOf(executor, executor.program));
      await using(device, part, async (executor) => {
        const names = executor.trainPlans.flatMap(({ step, kernel }) =>
          step.op === "path-spmm" ? [kernel] : []
        );
        assert.deepEqual(names, Array(3).fill(`${id}@${device.backend}`));
        assertEqual(wanted, await numbersOf(executor, executor.program), 1e-5);
        const report = await checkSteps(executor, { seed: 1 });
        assert.ok(report.ok, JSON.stringify(report));
        assertEqual(wanted, await numbersOf(executor, executor.program), 1e-5);
      }, { "path-spmm": { id } });
    },
  );
}

onAll((backend) => `every step of a compact backward pass is right on ${backend}`, async (device) => {
  const { part } = bothWays(DATA, MODEL, { hops: 3 });
  const ops = new Set(part.task.program.train.map(({ op }) => op));
  assert.ok(ops.has("gather-rows") && ops.has("scatter-rows"), [...ops].join());
  await using(device, part, async (executor) => {
    const report = await checkSteps(executor, { seed: 1 });
    assert.ok(report.ok, JSON.stringify(report));
  });
});

Deno.test("a path kernel that writes rows outside of its path is caught on wasm", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 24 });
  const { part } = bothWays(DATA, MODEL, { hops: 3, gradients: "full" });
  await using(device, part, async (executor) => {
    const { step, plan } = executor.trainPlans.find(({ step }) => step.op === "path-spmm")!;
    assert.ok(step.op === "path-spmm");
    const reached = executor.bindings.indices.get(step.targets)!;
    const outside = Array.from({ length: step.out.rows }, (_, v) => v).find((v) => !reached.includes(v))!;
    const { buffer, stride } = executor.matrix(step.out).panels[0];
    const { run } = plan;
    Object.assign(plan, {
      run: () => {
        run();
        executor.device.write(buffer, Float32Array.of(0.01), outside * stride * 4);
      },
    });
    const report = await checkSteps(executor, { seed: 1 });
    assert.ok(!report.ok && report.op === "path-spmm", JSON.stringify(report));
  });
  device.close();
});

Deno.test("equal seeds train to equal accuracies on wasm", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 24 });
  const { all, part } = bothWays(DATA, gcn({ classes: 4, hidden: 16, dropout: 0.5 }), { hops: 2 });
  const [wanted, got] = await Promise.all([all, part].map((task) =>
    using(device, task, async (executor) => {
      initialise(executor, executor.program, { seed: 1 });
      const sets = { truth: DATA.truth, validation: DATA.split.validation, test: DATA.split.test };
      return (await trainFullBatch(executor, executor.program, { epochs: 30, sets })).best;
    })
  ));
  assert.equal(got.test!.accuracy, wanted.test!.accuracy);
  assert.equal(got.validation!.accuracy, wanted.validation!.accuracy);
  device.close();
});

const directory = Deno.env.get("GNN_REPRO_DATA");
if (!directory) console.log("citation graphs: skipped, GNN_REPRO_DATA is not set");

/** Compares the trainings on the real graph with both storages of gradients. */
async function compareOnReal(device: Device, name: string): Promise<void> {
  const dataset = await loadDataset(name, { strict: true });
  for (const [layers, trainingShare, gradients] of [[2, 0.1, "compact"], [6, 0.3, "full"]] as const) {
    const data = await vertexData(dataset, { seed: 2, trainingShare });
    const model = gcn({ classes: data.classes, hidden: 16, layers, dropout: 0.5 });
    const { all, part } = bothWays(data, model, { hops: layers, gradients });
    const numbers = (executor: DeviceExecutor) => numbersOf(executor, executor.program);
    assertEqual(await using(device, all, numbers), await using(device, part, numbers), 1e-5);
  }
}

for (const name of ["cora", "citeseer"]) {
  Deno.test({
    name: `gradients on paths are those of all-active training to 1e-5 on wasm on the real ${name} graph`,
    ignore: !directory,
    fn: async () => {
      const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 28 });
      await compareOnReal(device, name);
      device.close();
    },
  });
  Deno.test({
    name: `gradients on paths are those of all-active training to 1e-5 on webgpu on the real ${name} graph`,
    ignore: !directory || adapterInUse === undefined,
    fn: async () => {
      const device = await openWebGpuDevice({ allowSoftware: true });
      await compareOnReal(device, name);
      device.close();
    },
  });
}
