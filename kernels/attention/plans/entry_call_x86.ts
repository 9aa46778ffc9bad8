/**
 * Plans of one call of machine code over the entries of a sparse matrix, which share the arrays of the matrix
 * with all plans that read it.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import type { ArgumentLayout, ArgumentTypes } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import type { CallItems } from "../../../platform/wasm/bindings.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import type { Plan } from "../../kernel.ts";
import { planInArena } from "../../plans/plan_wasm.ts";
import { type ArgumentValues, machineCall } from "../../plans/plan_x86.ts";
import { planSharing } from "../../spmm/plans/shared_arrays.ts";
import type { EntryArrays } from "./entry_call_wasm.ts";

/** Call of machine code. */
export interface EntryCallX86<Types extends ArgumentTypes, Shape, Address extends keyof Types & string> {
  /** Slots of the arguments. */
  readonly layout: ArgumentLayout<Types>;
  /** Emits the code for a shape. */
  readonly emit: (isa: InstructionSet, shape: Shape) => MachineCode;
  /** Plain data that determines the code. */
  readonly shape: Shape;
  /** Work items. */
  readonly items: CallItems;
  /** Arguments that are addresses on the device. */
  readonly addresses: Readonly<Record<Address, number>>;
  /** All other arguments. */
  readonly numbers: Readonly<Record<Exclude<keyof Types & string, Address>, number>>;
}

/**
 * Builds a plan of the call that `callOf` returns. `operation` is named in errors.
 *
 * @throws {OutOfMemoryError} where the arena has no room for an array, and what `callOf` throws.
 */
export function planEntryCallX86<Types extends ArgumentTypes, Shape, Address extends keyof Types & string>(
  device: X86Device,
  operation: string,
  callOf: (arrays: EntryArrays) => EntryCallX86<Types, Shape, Address>,
): Promise<Plan> {
  return planSharing(device, operation, (share) =>
    planInArena(device, (arrays) => {
      const { layout, emit, shape, items, addresses, numbers } = callOf({ ...arrays, share });
      const code = emittedCode(device, emit, shape);
      const pointers = Object.entries<number>(addresses).map(([name, address]) =>
        [name, device.pointer(address)] as const
      );
      // Both together have the names of the layout, which TypeScript cannot follow through the entries.
      const values = { ...numbers, ...Object.fromEntries(pointers) } as unknown as ArgumentValues<Types>;
      const run = machineCall(device, arrays, { code, layout }, items, values);
      return { run, facts: { block: items.block, code_bytes: code.bytes.length } };
    }));
}
