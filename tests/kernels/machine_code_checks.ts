/**
 * Checks that an operation's kernels in machine code must pass whose order of operations is that of
 * WebAssembly: equal bits, no access outside operands, code for both instruction sets.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import { type DeviceMatrix, poisonMatrix } from "../../hardware/dense.ts";
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import { type Kernel, prepareKernel } from "../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../kernels/operation.ts";
import { testOnX86 } from "../hardware/cpu/threads.ts";
import { testOnGuarded } from "../hardware/cpu/x86/guarded_device.ts";

type Staged = { readonly wasm: StagedOperands; readonly webgpu: StagedOperands };

const INFINITY_BITS = 0x7f80_0000, NAN_BITS = 0x7fc0_0000;

/** Bits of floats; all NaN have the same ones, since WebAssembly leaves their sign and payload open. */
function bitsOf(buffer: ArrayBuffer): Uint32Array {
  return new Uint32Array(buffer).map((word) => (word & 0x7fff_ffff) > INFINITY_BITS ? NAN_BITS : word);
}

/** Bits of every matrix of the operands after a run over poison, padding included, by the operands' names. */
async function bitsAfterRun<Problem, OperandsOf extends Staged>(
  device: X86Device,
  operation: Operation<Problem, OperandsOf>,
  kernel: Kernel<OperandsOf>,
  problem: Problem,
): Promise<Readonly<Record<string, Uint32Array>>> {
  const operands = operation.stage(device, problem);
  poisonMatrix(device, operands.output);
  operation.restore?.(device, operands, problem);
  const plan = await prepareKernel(kernel, device, operands, operation.width(problem));
  plan.run();
  const bits: Record<string, Uint32Array> = {};
  for (const [name, operand] of Object.entries(operands) as [string, Partial<DeviceMatrix<WasmBuffer>>][]) {
    const [panel] = operand?.panels ?? [];
    if (!panel) continue;
    bits[name] = bitsOf(await device.read(panel.buffer, 4 * panel.stride * operand.rows!));
  }
  plan.destroy();
  operation.release(device, operands);
  return bits;
}

/** Checks of one operation on some problems. */
export interface MachineCodeChecks<Problem> {
  /** Problems by what is special about them. */
  readonly problems: () => Iterable<Problem>;
  /** Emits the code for AVX-512, which this machine may lack, for every kind of shape. */
  readonly emitted: () => readonly MachineCode[];
}

/**
 * Registers the tests: bits equal to those of WebAssembly on one thread and on three; no access outside the
 * operands, whose buffers end or begin at inaccessible pages; code for AVX-512.
 */
export function testMachineCode<Problem, OperandsOf extends Staged>(
  operation: Operation<Problem, OperandsOf>,
  { problems, emitted }: MachineCodeChecks<Problem>,
): void {
  const { id } = operation, kernels = kernelsOn(operation.kernels, "x86");

  Deno.test(`${id}: a device of machine code runs every kernel as machine code`, () => {
    assert.ok(kernels.length > 0 && kernels.every(({ backend }) => backend === "x86"));
    for (const code of emitted()) assert.ok(code.needsAvx512);
  });

  const portable = ({ id }: { readonly id: string }) =>
    operation.kernels.find((kernel) => kernel.backend === "wasm" && kernel.id === id)!;

  testOnX86(`${id}: machine code has the bits of WebAssembly`, async (device) => {
    for (const problem of problems()) {
      for (const kernel of kernels) {
        const wanted = await bitsAfterRun(device, operation, portable(kernel), problem);
        assert.deepEqual(await bitsAfterRun(device, operation, kernel, problem), wanted);
      }
    }
  }, [1, 3]);

  testOnGuarded(`${id}: machine code stays within its operands`, async (device) => {
    for (const problem of problems()) {
      for (const kernel of kernels) await bitsAfterRun(device, operation, kernel, problem);
    }
  });
}
