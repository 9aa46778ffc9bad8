/**
 * Passes over a row's entries, one after the other for few columns each: the frame of kernels with a single
 * accumulator.
 *
 * @module
 */
import { type Gpr, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import type { CsrRow } from "./csr_rows_x86.ts";

/** Entries whose code a pass repeats, so that counting entries costs little; they share one accumulator. */
const UNROLL = 4;

/** Registers of a pass. */
export interface ColumnPass {
  /** Columns of the pass. */
  readonly columns: number;
  /** Address of the first column in row 0 of X. */
  readonly x: Gpr;
  /** Address of the first column in the row of Y. */
  readonly y: Gpr;
  /** Emits a loop over the row's entries; `write` gets an entry's address and the offset of its row of X. */
  entries(write: (entry: Gpr, ahead: number, source: Gpr) => void): void;
}

/**
 * Emits loops over the `columns` of a row: passes of the first of `sizes` columns while so many are left,
 * then of the next. Together they cover every column once.
 */
export function columnPasses(
  row: CsrRow,
  columns: number,
  sizes: readonly number[],
  write: (pass: ColumnPass) => void,
): void {
  const { kernel } = row, { a } = kernel;
  const x = kernel.general("columns of X"), y = kernel.general("columns of Y"), end = kernel.general("end");
  const entry = kernel.general("entry"), source = kernel.general("source row");
  const entries: ColumnPass["entries"] = (writeEntry) => {
    a.mov(entry, row.first);
    loop(kernel, { name: "entry", at: entry, end: row.last, step: 4, unroll: UNROLL }, (ahead) => {
      row.source(source, entry, ahead);
      writeEntry(entry, ahead, source);
    });
  };
  a.mov(x, row.x);
  a.mov(y, row.y);
  let left = columns;
  for (const size of sizes) {
    const passes = Math.floor(left / size), step = 4 * size;
    if (passes === 0) continue;
    left -= passes * size;
    a.lea(end, mem(y, passes * step));
    loop(kernel, { name: "columns", at: y, end, step, along: [[x, step]] }, () => {
      write({ columns: size, x, y, entries });
    });
  }
  kernel.release(source, entry, end, y, x);
}
