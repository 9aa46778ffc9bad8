/**
 * Tests of programs with lent tensors on the device, and of memory that is zeroed only where necessary.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  allocateMatrix,
  type DeviceMatrix,
  freeMatrix,
  readMatrix,
  uploadMatrix,
} from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import type { Executor } from "../../../training/executors/executor.ts";
import { takeSnapshot } from "../../../training/executors/snapshot.ts";
import { planMemory } from "../../../training/program/memory_plan.ts";
import type { Program } from "../../../training/program/program.ts";
import type { Tensor } from "../../../training/program/tensor.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { boundGcn, writeParameters } from "../plain_program.ts";

// The widths are not multiples of four, so that rows have padding.
const GCN = { vertices: 60, features: 21, hidden: 10, classes: 3, dropout: 0.4 };

function onWasm(criterion: string, test: (device: Device) => Promise<void>): void {
  Deno.test(criterion, async () => {
    const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 24 });
    try {
      await test(device);
    } finally {
      device.close();
    }
  });
}

/** Runs some steps and returns their losses and all parameters and moments. */
async function results(executor: Executor, program: Program, steps: readonly number[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const step of steps) {
    executor.train(step);
    numbers.push(...await executor.read(program.loss));
  }
  for (const learned of (await takeSnapshot(executor, program)).values()) numbers.push(...learned);
  return numbers;
}

function matricesFor(device: Device, tensors: readonly Tensor[]): Map<Tensor, DeviceMatrix> {
  return new Map(tensors.map((tensor) => {
    const matrix = allocateMatrix(device, tensor.label, tensor.rows, tensor.cols);
    for (const { buffer } of matrix.panels) device.clear(buffer);
    return [tensor, matrix];
  }));
}

async function assertHandedOn(device: Device): Promise<void> {
  const { program, bindings, features } = boundGcn(GCN);
  const whole = await DeviceExecutor.open(device, program, bindings);
  writeParameters(whole, program);
  const wanted = await results(whole, program, [1, 2, 3]);
  whole.close();

  const kept = matricesFor(
    device,
    program.tensors.filter(({ kind }) => kind === "parameter" || kind === "moment"),
  );
  const before = device.ledger.live;
  const { rows, cols } = features;
  const matrix = uploadMatrix(device, "features", rows, cols, bindings.inputs.get(features)!);
  const inputs = new Map([...bindings.inputs].filter(([tensor]) => tensor !== features));
  const got: number[] = [];
  for (const step of [1, 2, 3]) {
    // One executor a step: parameters go from one to the next in memory that none of them owns.
    const lent = new Map(kept).set(features, matrix);
    const executor = await DeviceExecutor.open(device, program, { ...bindings, inputs }, { lent });
    assert.equal(executor.memory.bytes, planMemory(program, device.limits.bindingBytes, { lent }).bytes);
    if (step === 1) writeParameters(executor, program);
    const numbers = await results(executor, program, [step]);
    got.push(...step < 3 ? numbers.slice(0, 1) : numbers);
    executor.close();
  }
  assert.deepEqual(got, wanted);
  assert.deepEqual(await readMatrix(device, matrix), bindings.inputs.get(features));
  freeMatrix(device, matrix);
  assert.equal(device.ledger.live, before);
}

const HANDED_ON =
  "three executors that hand lent parameters on compute the bits of one, and free nothing that was lent";
onWasm(`${HANDED_ON}, on wasm`, assertHandedOn);
testOnAdapter(`${HANDED_ON}, on webgpu`, assertHandedOn);

onWasm("what is lent takes no byte of the plan, and needs no binding", async (device) => {
  const { program, bindings, features } = boundGcn(GCN);
  const limit = device.limits.bindingBytes;
  const lent = matricesFor(device, [features]);
  const { rows, cols } = features, stride = Math.ceil(cols / 4) * 4;
  assert.equal(
    planMemory(program, limit).bytes - planMemory(program, limit, { lent }).bytes,
    4 * rows * stride,
  );
  const inputs = new Map(bindings.inputs);
  inputs.delete(features);
  await assert.rejects(() => DeviceExecutor.open(device, program, { ...bindings, inputs }), UsageError);
  (await DeviceExecutor.open(device, program, { ...bindings, inputs }, { lent })).close();
});

onWasm("a matrix of another shape, or for another program's tensor, is refused", async (device) => {
  const { program, bindings, features } = boundGcn(GCN);
  const open = (lent: ReadonlyMap<Tensor, DeviceMatrix>) =>
    DeviceExecutor.open(device, program, bindings, { lent });
  const before = device.ledger.live;
  const narrow = allocateMatrix(device, "narrow", features.rows, features.cols - 1);
  await assert.rejects(() => open(new Map([[features, narrow]])), /60 x 20, wanted 60 x 21/);
  const foreign = boundGcn(GCN).features;
  await assert.rejects(() => open(new Map([[foreign, narrow]])), /another program/);
  freeMatrix(device, narrow);
  assert.equal(device.ledger.live, before);
});

onWasm("memory full of NaN trains to the bits of memory full of zeros", async (device) => {
  const { program, bindings } = boundGcn(GCN);
  const { slots, zeroed } = planMemory(program, device.limits.bindingBytes);
  assert(zeroed.length < slots.length, "everything is zeroed anyway");
  const runs: number[][] = [];
  for (const filling of [0, NaN]) {
    const arena = device.allocate("filling", 2 ** 22);
    device.write(arena, new Float32Array(2 ** 20).fill(filling));
    device.free(arena);
    const executor = await DeviceExecutor.open(device, program, bindings);
    assert((await executor.read(program.loss)).every((number) => number === 0));
    for (const { tensor } of program.parameters) {
      assert((await executor.read(tensor)).every((number) => number === 0));
    }
    writeParameters(executor, program);
    const numbers = await results(executor, program, [1, 2, 3]);
    executor.evaluate();
    runs.push([...numbers, ...await executor.read(program.scores)]);
    executor.close();
  }
  assert(runs[0].every(Number.isFinite));
  assert.deepEqual(runs[1], runs[0]);
});
