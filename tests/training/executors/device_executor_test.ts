import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { timePhases } from "../../../training/executors/phase_times.ts";
import { takeSnapshot } from "../../../training/executors/snapshot.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import { planMemory } from "../../../training/program/memory_plan.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { boundGcn, writeParameters } from "../plain_program.ts";
import {
  assertFindsDivergence,
  assertHoldsNumbers,
  assertRefusesWork,
  EXPLODING,
} from "./executor_contract.ts";

const GCN = { vertices: 60, features: 21, hidden: 10, classes: 4, dropout: 0.4 };

function onWasm(criterion: string, test: (device: Device) => Promise<void>, memoryBytes = 2 ** 24): void {
  Deno.test(criterion, async () => {
    const device = openWasmDevice({ threads: 2, memoryBytes });
    try {
      await test(device);
    } finally {
      device.close();
    }
  });
}

function onEveryBackend(
  criterion: (backend: string) => string,
  test: (device: Device) => Promise<void>,
): void {
  onWasm(criterion("wasm"), test);
  testOnX86(criterion("x86"), test, [2]);
  testOnAdapter(criterion("webgpu"), test);
}

onEveryBackend(
  (backend) => `losses and scores on ${backend} follow the oracle's for 20 steps with dropout`,
  async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const oracle = new OracleExecutor(program, bindings);
    const executor = await DeviceExecutor.open(device, program, bindings);
    for (const each of [oracle, executor]) writeParameters(each, program);
    const losses: number[] = [];
    for (let step = 1; step <= 20; step++) {
      oracle.train(step);
      executor.train(step);
      const [wanted] = await oracle.read(program.loss), [got] = await executor.read(program.loss);
      assert(Math.abs(got - wanted) <= 1e-4 * Math.abs(wanted), `step ${step}: ${got}, not ${wanted}`);
      losses.push(got);
    }
    assert(losses[19] < 0.9 * losses[0], `nothing was learned: ${losses}`);
    for (const each of [oracle, executor]) each.evaluate();
    const wanted = await oracle.read(program.scores), got = await executor.read(program.scores);
    const largest = Math.max(...wanted.map(Math.abs));
    wanted.forEach((score, i) => assert(Math.abs(got[i] - score) <= 1e-3 * largest));
    executor.close();
    assert.equal(device.ledger.live, 0);
  },
);

onEveryBackend((backend) => `two runs on ${backend} give equal bits, another seed others`, async (device) => {
  const runs: Float32Array[] = [];
  for (const seed of [1, 1, 2]) {
    const { program, bindings } = boundGcn({ ...GCN, vertices: 400 });
    const executor = await DeviceExecutor.open(device, program, bindings);
    writeParameters(executor, program, seed);
    await trainFullBatch(executor, program, { epochs: 6, evaluateEvery: 0 });
    const learned = (await takeSnapshot(executor, program)).values().flatMap((numbers) => [...numbers]);
    runs.push(Float32Array.from([...learned, ...await executor.read(program.loss)]));
    executor.close();
  }
  assert.deepEqual(runs[0], runs[1]);
  assert.notDeepEqual(runs[0], runs[2]);
});

onEveryBackend(
  (backend) => `parameters begin as 0 on ${backend}, and what is written is read`,
  async (device) => {
    const bound = boundGcn(GCN);
    const executor = await DeviceExecutor.open(device, bound.program, bound.bindings);
    await assertHoldsNumbers(executor, bound);
    executor.close();
  },
);

Deno.test("a device without room for tensors or kernels refuses, typed, and holds nothing afterwards", async () => {
  const { program, bindings } = boundGcn(GCN);
  let refused = 0;
  for (let memoryBytes = 1024; memoryBytes <= 64 * 1024; memoryBytes += 1024) {
    const device = openWasmDevice({ threads: 1, memoryBytes });
    try {
      const executor = await DeviceExecutor.open(device, program, bindings);
      executor.close();
      assert.equal(device.ledger.live, 0);
      break;
    } catch (error) {
      assert(error instanceof OutOfMemoryError, String(error));
      assert.equal(device.ledger.live, 0, `${memoryBytes}`);
      refused++;
    } finally {
      device.close();
    }
  }
  assert(refused > 3 && refused < 63, `${refused} sizes were refused`);
});

testOnAdapter("an adapter without room for tensors or kernels refuses and holds nothing", async (device) => {
  const { program, bindings } = boundGcn(GCN);
  const { bytes } = planMemory(program, device.limits.bindingBytes);
  for (const memoryBytes of [bytes / 2, bytes, bytes + 256]) {
    Object.assign(device.limits, { memoryBytes });
    await assert.rejects(() => DeviceExecutor.open(device, program, bindings), OutOfMemoryError);
    assert.equal(device.ledger.live, 0, `${memoryBytes}`);
  }
});

onWasm(
  "kernels are chosen by operation or by step; one that is not there leaves nothing behind",
  async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const names = async (kernels: Parameters<typeof DeviceExecutor.open>[3]) => {
      const executor = await DeviceExecutor.open(device, program, bindings, kernels);
      executor.close();
      return executor.trainPlans.filter(({ step }) => step.op === "spmm").map(({ kernel }) => kernel);
    };
    assert.deepEqual(new Set(await names({})), new Set(["row-split@wasm"]));
    const naive = await names({ kernels: { spmm: { id: "naive-register" } } });
    assert.deepEqual(new Set(naive), new Set(["naive-register@wasm"]));
    const mixed = await names({
      kernels: { spmm: ({ layer }) => ({ id: layer === "layer 1" ? "row-split" : "naive-register" }) },
    });
    assert.deepEqual(mixed, [
      "row-split@wasm",
      "naive-register@wasm",
      "naive-register@wasm",
      "row-split@wasm",
    ]);
    await assert.rejects(() => names({ kernels: { spmm: { id: "row-splt" } } }), UsageError);
    await assert.rejects(() => names({ kernels: { adam: { id: "row-split" } } }), UsageError);
    assert.equal(device.ledger.live, 0);
  },
);

onEveryBackend(
  (backend) => `a closed executor on ${backend} refuses work and may be closed again`,
  async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const executor = await DeviceExecutor.open(device, program, bindings);
    executor.train(1);
    executor.close();
    executor.close();
    assert.equal(device.ledger.live, 0);
    await assertRefusesWork(executor, program);
  },
);

onEveryBackend(
  (backend) => `phase times on ${backend} cover each step once and leave training as it was`,
  async (device) => {
    const { program, bindings } = boundGcn(GCN);
    const executor = await DeviceExecutor.open(device, program, bindings);
    writeParameters(executor, program);
    executor.train(1);
    const before = await takeSnapshot(executor, program);
    const { steps, parts, phases, ms } = await timePhases(executor, 2);
    assert.deepEqual(steps.map(({ step }) => step), program.train);
    assert(steps.every((step) => step.ms >= 0) && ms > 0);
    const sum = (times: Iterable<number>) => sumOf(times);
    assert(
      Math.abs(sum(parts.map((part) => part.ms)) - ms) < 1e-9 && Math.abs(sum(phases.values()) - ms) < 1e-9,
    );
    assert.deepEqual([...phases.keys()].sort(), ["aggregation", "combination", "loss", "update"]);
    assert(
      parts.some(({ layer, phase, pass }) => `${layer} ${phase} ${pass}` === "layer 2 aggregation backward"),
    );
    assert.deepEqual(await takeSnapshot(executor, program), before);
    executor.close();
  },
);

onEveryBackend(
  (backend) => `an exploding step on ${backend} is found again, with its epoch and layer`,
  async (device) => {
    const { program, bindings } = boundGcn({ ...GCN, ...EXPLODING });
    const executor = await DeviceExecutor.open(device, program, bindings);
    await assertFindsDivergence(executor, program);
    executor.close();
  },
);
