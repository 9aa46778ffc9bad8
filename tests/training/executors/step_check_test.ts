import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice, type WasmBuffer, type WasmDevice } from "../../../hardware/cpu/device.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { ColumnSumOperands } from "../../../kernels/column_sum/column_sum.ts";
import type { GemmOperands } from "../../../kernels/gemm/gemm.ts";
import type { KernelOn } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../../kernels/operation.ts";
import { findKernel, findOperation, registerKernel } from "../../../kernels/registry.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { takeSnapshot } from "../../../training/executors/snapshot.ts";
import { checkSteps, recheckSteps } from "../../../training/executors/step_check.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { boundGcn, writeParameters } from "../plain_program.ts";

const GCN = { vertices: 61, features: 21, hidden: 10, classes: 4, dropout: 0.4 };

async function passes(device: Device): Promise<void> {
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings);
  writeParameters(executor, program);
  const before = await takeSnapshot(executor, program);
  const report = await checkSteps(executor, { seed: 1 });
  assert(report.ok, JSON.stringify(report));
  assert.equal(report.steps, program.train.length + program.evaluate.length);
  assert(report.relErr > 0 && report.relErr <= report.tolerance);
  assert.deepEqual(await takeSnapshot(executor, program), before);
  const partial = await checkSteps(executor, { seed: 1, exhaustiveWork: 0 });
  assert(partial.ok, JSON.stringify(partial));
  executor.close();
}

Deno.test("every step of a GCN is right on wasm, and the parameters stay what they were", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 24 });
  await passes(device);
  device.close();
});

Deno.test("a check ends between two steps when its signal has aborted, and gives the parameters back", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 24 });
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings);
  writeParameters(executor, program);
  const before = await takeSnapshot(executor, program), reason = new Error("stopped");
  await assert.rejects(checkSteps(executor, { seed: 1, signal: AbortSignal.abort(reason) }), reason);
  assert.deepEqual(await takeSnapshot(executor, program), before);
  executor.close();
  device.close();
});

testOnAdapter("every step of a GCN is right on webgpu, and the parameters stay what they were", passes);

/** Mistake of a kernel, made after the correct kernel has run. */
type Mistake = (device: WasmDevice, output: AnyOperandsOf["wasm"]["output"]) => void;

/** Best kernel of an operation. */
function rightKernel(op: string): KernelOn<"wasm", AnyOperandsOf> {
  return findOperation(op).kernels.findLast(({ backend }) => backend === "wasm") as KernelOn<
    "wasm",
    AnyOperandsOf
  >;
}

/** Registers a kernel that runs the best one and then makes a mistake. */
function registerMistaken(op: string, id: string, mistake: Mistake): void {
  const right = rightKernel(op);
  const wrong: KernelOn<"wasm", AnyOperandsOf> = {
    ...right,
    id,
    async prepare(device, operands, parameters) {
      const plan = await right.prepare(device, operands, parameters);
      return {
        ...plan,
        run() {
          plan.run();
          mistake(device, operands.output);
        },
      };
    },
  };
  registerKernel<AnyOperandsOf>(op, wrong);
}

const oneEntry: Mistake = (device, { panels: [{ buffer, stride }], rows }) =>
  device.write(buffer as Parameters<WasmDevice["write"]>[0], Float32Array.of(0.25), 4 * stride * (rows - 1));

for (
  const [op, layer] of [["spmm", "layer 1"], ["gemm", "layer 1"], ["column-sum", "loss"], [
    "adam",
    "adam",
  ]] as const
) {
  Deno.test(`a "${op}" kernel that is wrong in one entry is caught, with its layer`, async () => {
    registerMistaken(op, "mistaken", oneEntry);
    const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 24 });
    const { program, bindings } = boundGcn(GCN);
    const executor = await DeviceExecutor.open(device, program, bindings, {
      kernels: { [op]: { id: "mistaken" } },
    });
    writeParameters(executor, program);
    const report = await checkSteps(executor, { seed: 1 });
    assert(!report.ok);
    assert.deepEqual([report.op, report.layer, report.kernel], [op, layer, "mistaken@wasm"]);
    assert.equal(report.worst!.got, 0.25);
    executor.close();
    device.close();
  });
}

/** Operands of a product or a sum of rows without their last terms. */
function withoutTerms(operands: AnyOperandsOf["wasm"], terms: number): AnyOperandsOf["wasm"] {
  const given = operands as GemmOperands<WasmBuffer> | ColumnSumOperands<WasmBuffer>;
  const shorter = (matrix: DeviceMatrix<WasmBuffer>) => ({ ...matrix, rows: matrix.rows - terms });
  if ("x" in given) return { ...given, x: shorter(given.x) } as AnyOperandsOf["wasm"];
  if (given.form !== "tn") return operands;
  const { a, b, inner } = given;
  return { ...given, a: shorter(a), b: shorter(b), inner: inner - terms } as AnyOperandsOf["wasm"];
}

for (const [op, layer] of [["gemm", "layer 2"], ["column-sum", "loss"]] as const) {
  Deno.test(`a "${op}" kernel that leaves out 20 of 100,000 terms is caught, and a right one is not`, async () => {
    const right = rightKernel(op);
    const shorter: KernelOn<"wasm", AnyOperandsOf> = {
      ...right,
      id: "shorter",
      prepare: (device, operands, parameters) =>
        right.prepare(device, withoutTerms(operands, 20), parameters),
    };
    registerKernel<AnyOperandsOf>(op, shorter);
    const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 28 });
    const { program, bindings } = boundGcn({ ...GCN, vertices: 100_000, features: 5, hidden: 4 });
    for (const id of [right.id, "shorter"]) {
      const executor = await DeviceExecutor.open(device, program, bindings, { kernels: { [op]: { id } } });
      writeParameters(executor, program);
      const before = await takeSnapshot(executor, program);
      const bounds = { exhaustiveWork: 5e6, sampledWork: 5e6 };
      const report = await checkSteps(executor, { seed: 1, ...bounds });
      assert.equal(report.ok, id === right.id, JSON.stringify(report));
      if (id === "shorter") assert.deepEqual([report.op, report.layer], [op, layer]);
      else await recheckSteps(executor, 2);
      assert.deepEqual(await takeSnapshot(executor, program), before);
      for (const [tensor, numbers] of bindings.inputs) {
        assert.deepEqual(await executor.read(tensor), numbers, "inputs are what they were");
      }
      executor.close();
    }
    device.close();
  });
}

Deno.test("a kernel that does nothing is caught although memory held the right numbers before", async () => {
  const right = findKernel("spmm", "row-split", "wasm");
  let idle = false;
  const lazy: KernelOn<"wasm", AnyOperandsOf> = {
    ...right,
    id: "lazy",
    async prepare(device, operands, parameters) {
      const plan = await right.prepare(device, operands, parameters);
      return { ...plan, run: () => idle ? undefined : plan.run() };
    },
  };
  registerKernel<AnyOperandsOf>("spmm", lazy);
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 24 });
  const { program, bindings } = boundGcn(GCN);
  const executor = await DeviceExecutor.open(device, program, bindings, {
    kernels: { spmm: ({ layer }) => ({ id: layer === "layer 2" ? "lazy" : "row-split" }) },
  });
  writeParameters(executor, program);
  assert((await checkSteps(executor, { seed: 1 })).ok);
  idle = true;
  const report = await checkSteps(executor, { seed: 1 });
  assert(!report.ok && Number.isNaN(report.worst!.got));
  assert.deepEqual([report.kernel, report.tensor], ["lazy@wasm", "layer 2 logits"]);
  executor.close();
  device.close();
});
