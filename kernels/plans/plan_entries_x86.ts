/**
 * Plans of entry-wise machine code.
 *
 * @module
 */
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import type { ArgumentLayout, ArgumentTypes } from "../../hardware/cpu/x86/kernel/argument_layout.ts";
import { type EntryRows, groupFloats, vectorFloats } from "../../hardware/cpu/x86/kernel/entry_rows.ts";
import { emittedCode } from "../machine_code/emitted_code.ts";
import type { Plan } from "../kernel.ts";
import { itemsPerBlock, type PlanArrays } from "./plan_wasm.ts";
import { type ArgumentValues, planOfRows, prepareCall } from "./plan_x86.ts";
import { rowCall } from "./row_work.ts";

/** Rows of groups, and of a group of which less is left, that stand for all others in a kernel's source. */
export const GROUP_SHAPES: readonly EntryRows[] = [0, 4, 28].map((last) => ({ floats: 64, last }));

/** Work items of an entry-wise kernel. */
export interface EntryItems extends EntryRows {
  /** Number of rows. */
  readonly rows: number;
  /** Number of rows that are not shorter than the others. */
  readonly wholeRows: number;
  /** Rows of the matrix, and floats of one. */
  readonly matrix: { readonly rows: number; readonly floats: number };
}

/** Rows of a matrix as items. */
export function rowItems(rows: number, floats: number): EntryItems {
  return { floats, last: 0, rows, wholeRows: rows, matrix: { rows, floats } };
}

/**
 * Groups of vectors as items, for matrices whose rows need not be told apart: their floats are contiguous,
 * and taken as rows of a group. The floats of a row, padding included, are a multiple of 4.
 */
export function groupItems({ isa }: X86Device, matrix: EntryItems["matrix"]): EntryItems {
  const group = groupFloats(isa), floats = matrix.rows * matrix.floats;
  return {
    floats: group,
    last: floats % group,
    rows: Math.ceil(floats / group),
    wholeRows: Math.floor(floats / group),
    matrix,
  };
}

/** Whether groups consist of whole rows of `floats`, and rows of whole vectors. */
export function fillsGroups({ isa }: X86Device, floats: number): boolean {
  return floats % vectorFloats(isa) === 0 && groupFloats(isa) % floats === 0;
}

/** Entry-wise kernel and its arguments. */
export interface EntryCall<Types extends ArgumentTypes, Options> {
  /** Emits the code. */
  readonly emit: (isa: InstructionSet, shape: EntryRows & Options) => MachineCode;
  /** Slots of the arguments. */
  readonly layout: ArgumentLayout<Types>;
  /** Work items. */
  readonly items: EntryItems;
  /** Properties that the code depends on besides its rows. */
  readonly options: Options;
  /** Cost of four floats, in multiply-adds. */
  readonly work: number;
  /** Arguments besides the number of whole rows. */
  readonly values: Omit<ArgumentValues<Types>, "wholeRows">;
  /** Addresses of the matrices of the same rows that are read; absent where the work is not by rows. */
  readonly reads?: readonly number[];
}

/** Builds the plan of a call over all items. */
export function planEntries<Types extends ArgumentTypes, Options>(
  device: X86Device,
  arrays: PlanArrays,
  { emit, layout, items, options, work, values, reads }: EntryCall<Types, Options>,
): Omit<Plan, "destroy"> {
  const { floats, last, rows, wholeRows, matrix } = items;
  const block = itemsPerBlock(rows, rows * floats / 4 * work, device.threads);
  if (rows === 0 || floats === 0) return { run: () => {}, facts: { block } };
  const code = emittedCode(device, emit, { floats, last, ...options });
  const all = { ...values, wholeRows } as ArgumentValues<Types>;
  const call = prepareCall(device, arrays, { code, layout }, { items: rows, block }, all);
  const facts = { block, code_bytes: code.bytes.length };
  if (reads === undefined) return { run: () => device.execute(call), facts };
  const calls = [rowCall(call, floats, matrix.floats)];
  return { ...planOfRows(device, { rows: matrix.rows, reads, calls }), facts };
}
