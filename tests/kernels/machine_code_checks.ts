/**
 * Checks that an operation's kernels in machine code must pass whose order of operations is that of
 * WebAssembly: equal bits, no access outside operands, code for both instruction sets.
 *
 * @module
 */
import assert from "node:assert/strict";
import { openWasmDevice, type WasmBuffer, type WasmDevice } from "../../hardware/cpu/device.ts";
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import { type DeviceMatrix, poisonMatrix } from "../../hardware/dense.ts";
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import { type Kernel, prepareKernel } from "../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../kernels/operation.ts";
import { testOnX86 } from "../hardware/cpu/threads.ts";
import { testOnEmulated } from "../hardware/cpu/x86/emulated/emulated_device.ts";
import { testOnGuarded } from "../hardware/cpu/x86/guarded_device.ts";

type Staged = { readonly wasm: StagedOperands; readonly webgpu: StagedOperands };

const INFINITY_BITS = 0x7f80_0000, NAN_BITS = 0x7fc0_0000;

/** Bits of floats; all NaN have the same ones, since WebAssembly leaves their sign and payload open. */
function bitsOf(buffer: ArrayBuffer): Uint32Array {
  return new Uint32Array(buffer).map((word) => (word & 0x7fff_ffff) > INFINITY_BITS ? NAN_BITS : word);
}

/** Bits of every matrix of the operands, padding included, by the operands' names. */
type MatrixBits = Readonly<Record<string, Uint32Array>>;

/** Runs a kernel over poison. The result reads the bits afterwards, and frees operands and plan. */
async function run<Problem, OperandsOf extends Staged>(
  device: WasmDevice,
  operation: Operation<Problem, OperandsOf>,
  kernel: Kernel<OperandsOf>,
  problem: Problem,
): Promise<() => Promise<MatrixBits>> {
  const operands = operation.stage(device, problem);
  poisonMatrix(device, operands.output);
  operation.restore?.(device, operands, problem);
  const plan = await prepareKernel(kernel, device, operands, operation.width(problem));
  plan.run();
  return async () => {
    const bits: Record<string, Uint32Array> = {};
    for (const [name, operand] of Object.entries(operands) as [string, Partial<DeviceMatrix<WasmBuffer>>][]) {
      const [panel] = operand?.panels ?? [];
      if (!panel) continue;
      bits[name] = bitsOf(await device.read(panel.buffer, 4 * panel.stride * operand.rows!));
    }
    plan.destroy();
    operation.release(device, operands);
    return bits;
  };
}

/** Bits of the operands' matrices after a run over poison. */
async function bitsAfterRun<Problem, OperandsOf extends Staged>(
  ...of: Parameters<typeof run<Problem, OperandsOf>>
): Promise<MatrixBits> {
  return await (await run(...of))();
}

/** Checks of one operation on some problems. */
export interface MachineCodeChecks<Problem> {
  /** Problems by what is special about them. */
  readonly problems: () => Iterable<Problem>;
  /** Emits the code for AVX-512, which this machine may lack, for every kind of shape. */
  readonly emitted: () => readonly MachineCode[];
}

/**
 * Registers the tests: bits equal to those of WebAssembly on one thread and on three, and on an emulated PC
 * with AVX-512; no access outside the operands, whose buffers end or begin at inaccessible pages.
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

  testOnEmulated(`${id}: machine code has the bits of WebAssembly`, async (device) => {
    const wasm = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
    try {
      const pairs = [];
      for (const problem of problems()) {
        for (const kernel of kernels) {
          const wanted = await bitsAfterRun(wasm, operation, portable(kernel), problem);
          pairs.push({ wanted, read: await run(device, operation, kernel, problem) });
        }
      }
      for (const { wanted, read } of pairs) assert.deepEqual(await read(), wanted);
    } finally {
      wasm.close();
    }
  });

  testOnGuarded(`${id}: machine code stays within its operands`, async (device) => {
    for (const problem of problems()) {
      for (const kernel of kernels) await bitsAfterRun(device, operation, kernel, problem);
    }
  });
}
