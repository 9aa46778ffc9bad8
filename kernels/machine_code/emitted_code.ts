/**
 * Machine code that is emitted once a shape: plans of mini-batches differ in their numbers of rows, which
 * code takes as arguments, and emitting takes a millisecond or two.
 *
 * @module
 */
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";

/** Function that emits a kernel for a shape: plain data that determines the code. */
type Emit<Shape> = (isa: InstructionSet, shape: Shape) => MachineCode;

/**
 * Code that `emit` emits for a shape on a device, which keeps it for later calls.
 *
 * @example
 * ```ts
 * import { Assembler } from "../../hardware/cpu/x86/assembler/assembler.ts";
 * import type { X86Device } from "../../hardware/cpu/x86/device.ts";
 * const device: Pick<X86Device, "isa" | "emitted"> = { isa: "avx2", emitted: new WeakMap() };
 * const emit = (_isa: string, pauses: number) => {
 *   const a = new Assembler();
 *   for (let i = 0; i < pauses; i++) a.pause();
 *   return a.finish();
 * };
 * if (emittedCode(device, emit, 3) !== emittedCode(device, emit, 3)) throw new Error("one code a shape");
 * ```
 */
export function emittedCode<Shape>(
  { isa, emitted }: Pick<X86Device, "isa" | "emitted">,
  emit: Emit<Shape>,
  shape: Shape,
): MachineCode {
  const codes = emitted.getOrInsertComputed(emit, () => new Map());
  return codes.getOrInsertComputed(JSON.stringify(shape), () => emit(isa, shape));
}
