/**
 * Sums over a range of entries in machine code: the inner loop of kernels that keep columns in registers.
 *
 * @module
 */
import type { Label } from "../../../hardware/cpu/x86/assembler/label.ts";
import type { Gpr, Memory } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel, type RowAddress } from "../../../hardware/cpu/x86/kernel/panel.ts";
import type { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Registers of a kernel, while it works on a range of entries. */
export interface EntryRange {
  /** Address of the first entry's source. */
  readonly first: Gpr;
  /** Address behind the last entry's source. */
  readonly last: Gpr;
  /** Address of X. */
  readonly x: Gpr;
  /**
   * Loads the byte offset in X of the source of the entry `ahead` places behind the one at `entry`. A range
   * that `skips` jumps to `skip` where the entry does not count; without that label any offset serves.
   */
  source(to: Gpr, entry: Gpr, ahead: number, skip?: Label): void;
  /** Whether some entries do not count. */
  readonly skips?: boolean;
  /** Memory with the value of such an entry; absent where each is 1. */
  readonly value?: (entry: Gpr, ahead: number) => Memory;
}

/** Columns of one pass over the entries, and its tuning. */
export interface EntryPass {
  /** Vectors of columns. */
  readonly vectors: readonly ColumnVector[];
  /** Mask of the last vector. */
  readonly tail: TailMask;
  /** Entries between the one that is computed and the one whose row of X is asked for; 0 asks for none. */
  readonly ahead: number;
  /** Entries with accumulators of their own. */
  readonly unroll: number;
  /** Format of X; float32 when absent. */
  readonly features?: NumberFormat;
  /** Row that the sums are added to; 0 when absent. */
  readonly onto?: RowAddress;
}

/**
 * Emits one pass over a range of entries. `write` emits what becomes of the sums: they are in the first set
 * of the panel, and the registers of the loop are free again.
 */
export function emitEntrySums(
  kernel: KernelBuilder,
  range: EntryRange,
  { vectors, tail, ahead, unroll, features: format, onto }: EntryPass,
  write: (sums: Panel) => void,
): void {
  const { a } = kernel;
  const value = range.value ? kernel.vector("value") : undefined;
  const entry = kernel.general("entry"), source = kernel.general("source row");
  const from = { base: range.x, offset: source, ...(format && { format }) };
  using sums = new Panel(kernel, vectors, tail, unroll);
  sums.clear();
  if (onto) sums.load(onto);
  a.mov(entry, range.first);
  loop(kernel, { name: "entry", at: entry, end: range.last, step: 4, unroll }, (u) => {
    if (ahead > 0) {
      range.source(source, entry, u + ahead);
      sums.prefetch(from);
    }
    const skip = range.skips ? a.label("skip") : undefined;
    range.source(source, entry, u, skip);
    if (value && range.value) a.vbroadcastss(value, range.value(entry, u));
    sums.accumulate(u, from, value);
    if (skip) a.bind(skip);
  });
  sums.fold();
  kernel.release(source, entry, ...(value ? [value] : []));
  write(sums);
}
