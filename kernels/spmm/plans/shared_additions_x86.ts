/**
 * Additions of sums to a row that groups share, in machine code: the sums go through the stack, since no
 * instruction adds the lanes of a vector to memory atomically.
 *
 * @module
 */
import { type Gpr, low, mem, type Memory, rsp } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import type { CsrShape } from "./csr_plan_x86.ts";

/** Shape of code that adds column by column. */
export interface AdditionShape extends CsrShape {
  /** Columns of Y without padding: no others are added. */
  readonly width: number;
}

/** Columns of one pass that a group adds. */
export interface PassColumns {
  /** Vectors of columns, in order and without gaps; the last two may overlap. */
  readonly vectors: readonly ColumnVector[];
  /** First column that this pass adds. */
  readonly from: number;
}

/** Columns of one pass, on the stack without gaps. */
export interface StackedColumns extends PassColumns {
  /** Where column 0 would lie: a row address of panels. */
  readonly row: { readonly base: Gpr; readonly bytes: number };
}

/** Column behind a vector. */
export function endOf({ at, columns }: ColumnVector): number {
  return at + columns;
}

/** Emits code that has room for whole vectors of some columns on the stack. */
export function onStack(
  { a, lanes }: KernelBuilder,
  { vectors, from }: PassColumns,
  write: (columns: StackedColumns) => void,
): void {
  const bytes = 4 * lanes * vectors.length;
  a.sub(rsp, bytes);
  write({ vectors, from, row: { base: rsp, bytes: -4 * vectors[0].at } });
  a.add(rsp, bytes);
}

/**
 * Emits a loop over columns on the stack that belong to Y. `add` emits the addition of one: from `sum` on the
 * stack to `there` in the row at `y`.
 */
export function forEachColumn(
  kernel: KernelBuilder,
  { vectors, from, row }: StackedColumns,
  { y, width }: { readonly y: Gpr; readonly width: number },
  add: (there: Memory, sum: Memory) => void,
): void {
  const { a } = kernel, column = kernel.general("column"), end = kernel.general("last column");
  a.mov(low(column), 4 * from);
  a.mov(low(end), 4 * Math.min(width, endOf(vectors.at(-1)!)));
  loop(kernel, { name: "column", at: column, end, step: 4 }, () => {
    add(mem(y, 0, column), mem(row.base, row.bytes, column));
  });
  kernel.release(end, column);
}
