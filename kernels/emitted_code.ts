/**
 * Machine code that is emitted once a shape: plans of mini-batches differ in their numbers of rows, which
 * code takes as arguments, and emitting takes a millisecond or two.
 *
 * @module
 */
import type { MachineCode } from "../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../hardware/cpu/x86/instruction_set.ts";

/** Function that emits a kernel for a shape: plain data that determines the code. */
type Emit<Shape> = (isa: InstructionSet, shape: Shape) => MachineCode;

const emitted = new WeakMap<Emit<never>, Map<string, MachineCode>>();

/**
 * Code that `emit` emits for a shape, from an earlier call where there was one.
 *
 * @example
 * ```ts
 * import { Assembler } from "../hardware/cpu/x86/assembler/assembler.ts";
 * const emit = (_isa: string, pauses: number) => {
 *   const a = new Assembler();
 *   for (let i = 0; i < pauses; i++) a.pause();
 *   return a.finish();
 * };
 * if (emittedCode(emit, "avx2", 3) !== emittedCode(emit, "avx2", 3)) throw new Error("one code a shape");
 * ```
 */
export function emittedCode<Shape>(emit: Emit<Shape>, isa: InstructionSet, shape: Shape): MachineCode {
  const codes = emitted.getOrInsertComputed(emit, () => new Map());
  return codes.getOrInsertComputed(`${isa} ${JSON.stringify(shape)}`, () => emit(isa, shape));
}
