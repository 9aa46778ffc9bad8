/**
 * Calls of machine code in plans: code that was emitted for the shape at hand, and its argument block in the
 * arena.
 *
 * @module
 */
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { MachineCall, X86Device } from "../../hardware/cpu/x86/device.ts";
import type { ArgumentLayout, ArgumentTypes } from "../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { sha256 } from "../../platform/files/digest.ts";
import type { CallItems } from "../../platform/wasm/bindings.ts";
import type { Plan } from "../kernel.ts";
import type { PlanArrays } from "./plan_wasm.ts";
import { type RowWork, runRows } from "./row_work.ts";

/** Code of a kernel, and the slots of its arguments. */
export interface EmittedKernel<Types extends ArgumentTypes> {
  /** Machine code. */
  readonly code: MachineCode;
  /** Slots of the arguments. */
  readonly layout: ArgumentLayout<Types>;
}

/** Instruction sets that code is emitted for. */
const INSTRUCTION_SETS: readonly InstructionSet[] = ["avx2", "avx512"];

/**
 * Digest of the code that a kernel emits for some shapes on each instruction set: it changes when the code
 * does, and so stands for the kernel's source.
 */
export function emittedSource<Shape>(
  shapes: readonly Shape[],
  emit: (isa: InstructionSet, shape: Shape) => MachineCode,
): () => string {
  return () => {
    const codes = INSTRUCTION_SETS.flatMap((isa) => shapes.map((shape) => emit(isa, shape).bytes));
    return sha256(Uint8Array.from(codes.flatMap((bytes) => [...bytes])));
  };
}

/** Values of a kernel's arguments, by name; addresses as {@linkcode X86Device.pointer} gives them. */
export type ArgumentValues<Types extends ArgumentTypes> = Readonly<
  Record<keyof Types & string, number | bigint>
>;

/** Installs a kernel, writes its arguments into the arena and returns its call. */
export function prepareCall<Types extends ArgumentTypes>(
  device: X86Device,
  arrays: PlanArrays,
  { code, layout }: EmittedKernel<Types>,
  { items, block }: CallItems,
  values: ArgumentValues<Types>,
): MachineCall {
  const args = arrays.reserve("arguments", layout.bytes);
  device.write(args, layout.pack(values));
  return { code: device.install(code), block: args, items, itemsPerBlock: block };
}

/** Installs a kernel, writes its arguments into the arena and returns the function that runs it. */
export function machineCall<Types extends ArgumentTypes>(
  device: X86Device,
  arrays: PlanArrays,
  kernel: EmittedKernel<Types>,
  items: CallItems,
  values: ArgumentValues<Types>,
): () => void {
  const call = prepareCall(device, arrays, kernel, items, values);
  return () => device.execute(call);
}

/** Plan of work that is divided by rows. */
export function planOfRows(device: X86Device, rowWork: RowWork): Pick<Plan, "run" | "rowWork"> {
  return { run: () => runRows((call) => device.execute(call), rowWork), rowWork };
}
