/**
 * Checks of an operation's kernels against its oracle, on CPU threads and on the available adapter.
 *
 * @module
 */
import assert from "node:assert/strict";
import { poisonMatrix, readMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { checkOutput } from "../../kernels/checks/check_output.ts";
import { kernelName, type ParameterValues, prepareKernel } from "../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../kernels/operation.ts";
import { RandomStream } from "../../platform/random.ts";
import { testOnThreads, testOnX86 } from "../hardware/cpu/threads.ts";
import { type LowerLimits, testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import { guardArena } from "./guarded_arena.ts";

/** Random numbers in [-1, 1), none of them 0. */
export function uniforms(length: number, seed: number): Float32Array {
  const stream = new RandomStream(seed, "test operation");
  return Float32Array.from({ length }, () => 2 * stream.uniform() - 1 + 2 ** -25);
}

/** Registers a test on CPU threads and on the adapter. */
export function testOnBoth(
  criterion: string,
  test: (device: Device) => Promise<void>,
  lower: LowerLimits = {},
): void {
  testOnThreads(`${criterion} (wasm)`, test);
  testOnAdapter(`${criterion} (webgpu)`, test, lower);
}

/** Registers a test on CPU threads, by WebAssembly and by machine code, and on the adapter. */
export function testOnEveryBackend(
  criterion: string,
  test: (device: Device) => Promise<void>,
  lower: LowerLimits = {},
): void {
  testOnBoth(criterion, test, lower);
  testOnX86(`${criterion} (x86)`, test);
}

/**
 * Runs every kernel of the device's backend over poison, twice unless the kernel works in place. Every entry
 * must be within its bound and the padding 0; nothing may stay allocated or be written behind a buffer.
 * Returns the output and the facts of the last kernel.
 */
export async function assertRight<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  device: Device,
  operation: Operation<Problem, OperandsOf>,
  { problem, parameters = {} }: { readonly problem: Problem; readonly parameters?: ParameterValues },
): Promise<{ readonly output: Float32Array; readonly facts: Readonly<Record<string, number>> }> {
  const before = device.ledger.live;
  let output: Float32Array = new Float32Array(), facts = {};
  const kernels = operation.kernels.filter(({ backend }) => backend === device.backend);
  assert.ok(kernels.length > 0, `${operation.id} has no kernel on ${device.backend}`);
  for (const kernel of kernels) {
    using _ = guardArena(device);
    const operands = operation.stage(device, problem);
    if (operation.restore) {
      poisonMatrix(device, operands.output);
      operation.restore(device, operands, problem);
    } else poisonMatrix(device, operands.output);
    const plan = await prepareKernel(kernel, device, operands, operation.width(problem), { parameters });
    plan.run();
    if (!operation.restore) plan.run();
    for (const { buffer, cols, stride } of operands.output.panels) {
      const panel = new Float32Array(await device.read(buffer));
      for (let row = 0; row < operands.output.rows; row++) {
        for (let col = cols; col < stride; col++) {
          assert.equal(Math.abs(panel[row * stride + col]), 0, "padding");
        }
      }
    }
    output = await readMatrix(device, operands.output);
    const { rows } = operation.oracle.shape(problem);
    const report = checkOutput(operation, problem, output, { seed: 1 });
    assert.ok(report.ok, `${operation.id} ${kernelName(kernel)}: ${JSON.stringify(report)}`);
    assert.equal(report.checkedRows, rows);
    facts = plan.facts ?? {};
    plan.destroy();
    operation.release(device, operands);
  }
  assert.equal(device.ledger.live, before, "memory that a plan or the staging kept");
  return { output, facts };
}
