/**
 * Machine code of row-split SpMM: a row's columns stay in vector registers while its entries pass.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { NUMBER_BYTES } from "../../../hardware/number_format.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { type CsrShape, LOOK_AHEAD } from "../plans/csr_plan_x86.ts";
import { type CsrRow, emitRows } from "../plans/csr_rows_x86.ts";
import { emitEntrySums, type EntryRange } from "../plans/entry_sums_x86.ts";

/** Tuning of the code. */
export interface RowSplitTuning {
  /** Entries between the one that is computed and the one whose row of X is asked for; 0 asks for none. */
  readonly ahead: number;
  /** Vectors of columns that a pass over a row's entries computes. */
  readonly panel: number;
  /** Entries with accumulators of their own. */
  readonly unroll: number;
}

/** Most vectors of a pass. */
export const MOST_VECTORS = 16;
/** Bytes of X that requests run ahead of the computation. */
const AHEAD_BYTES = 8192;
/** Fewest entries to look ahead. */
const LEAST_AHEAD = 8;

/**
 * Tuning for a width: as many accumulators as half the registers hold, and sets of them where one row's
 * columns fill few.
 *
 * @param tuned Vectors of a pass, where fewer than there are registers for are faster; sums keep their bits.
 */
export function rowSplitTuning(
  isa: InstructionSet,
  { columns, features = "f32", panel: tuned }: Pick<CsrShape, "columns" | "features" | "panel">,
): RowSplitTuning {
  const lanes = isa === "avx512" ? 16 : 8, most = isa === "avx512" ? 16 : 8;
  const vectors = Math.ceil(columns / lanes), panel = Math.ceil(vectors / Math.ceil(vectors / most));
  const wanted = Math.round(AHEAD_BYTES / (NUMBER_BYTES[features] * columns));
  return {
    ahead: Math.max(LEAST_AHEAD, Math.min(LOOK_AHEAD - 4, wanted)),
    panel: Math.min(panel, tuned ?? panel),
    unroll: panel >= 8 ? 1 : panel >= 4 ? 2 : 4,
  };
}

/** Emits the kernel for a shape. */
export function emitRowSplit(
  isa: InstructionSet,
  shape: CsrShape,
  tuning: RowSplitTuning = rowSplitTuning(isa, shape),
): MachineCode {
  return emitRows(isa, shape, (kernel) => rowPasses(kernel, shape, tuning));
}

/**
 * Returns a function that emits one row: passes over its entries for as many columns as a panel has. To be
 * called before any loop, since it sets the mask of the last columns.
 *
 * @param adds Whether the sums are added to what the row of Y holds, in place of overwriting it.
 */
export function rowPasses(
  kernel: KernelBuilder,
  shape: CsrShape,
  { ahead, panel, unroll }: RowSplitTuning = rowSplitTuning(kernel.isa, shape),
  adds = false,
): (row: EntryRange & Pick<CsrRow, "y">) => void {
  const { columns, features = "f32" } = shape;
  const all = columnVectors(columns, kernel.lanes, kernel.isa === "avx512" || adds ? "mask" : "overlap");
  const tail = new TailMask(kernel, all);
  return (row) => {
    for (let i = 0; i < all.length; i += panel) {
      const vectors = all.slice(i, i + panel);
      const y = { base: row.y };
      const pass = { vectors, tail, ahead, unroll, features, ...(adds && { onto: y }) };
      emitEntrySums(kernel, row, pass, (sums) => sums.store(y));
    }
  };
}
