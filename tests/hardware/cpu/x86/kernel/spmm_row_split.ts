/**
 * SpMM by rows, as the kernel language has it: the example that its parts are tested by.
 *
 * @module
 */
import type { MachineCode } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, type Memory, times } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import type { Gpr } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import {
  type ColumnVector,
  columnVectors,
  type Tail,
} from "../../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../../../hardware/cpu/x86/kernel/panel.ts";
import { TailMask } from "../../../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Addresses of the operands; `values` is not read by an unweighted kernel. */
export const SPMM_ARGUMENTS = new ArgumentLayout({
  rowPtr: "u64",
  colIdx: "u64",
  values: "u64",
  x: "u64",
  y: "u64",
});

/** Shape and tuning of a kernel. */
export interface SpmmShape {
  /** Instructions. */
  readonly isa: InstructionSet;
  /** Columns of X and Y. */
  readonly width: number;
  /** Floats from a row of X or Y to the next one. */
  readonly stride: number;
  /** Whether entries have values; else each is 1. */
  readonly weighted: boolean;
  /** Vectors of columns that a pass over a row's entries computes. */
  readonly panel: number;
  /** Entries with accumulators of their own. */
  readonly unroll: number;
  /**
   * Entries between the one that is computed and the one whose row is asked for. `colIdx` is readable so much
   * farther.
   */
  readonly ahead: number;
  /** Treatment of columns that fill no vector. */
  readonly tail: Tail;
  /** Whether Y goes past the caches; its rows are aligned then. */
  readonly streaming: boolean;
}

/** Emits `Y[r, :] = sum over entries e of row r of values[e] * X[colIdx[e], :]` for rows `begin` to `end`. */
export function emitSpmm(shape: SpmmShape): MachineCode {
  const { isa, width, stride, weighted, unroll, ahead, streaming } = shape;
  return emitKernel(isa, SPMM_ARGUMENTS, (kernel) => {
    const { a, begin, end, lanes } = kernel;
    const all = columnVectors(width, lanes, shape.tail), tail = new TailMask(kernel, all);
    const rowPtr = kernel.argument("rowPtr"), colIdx = kernel.argument("colIdx");
    const values = weighted ? kernel.argument("values") : undefined;
    const x = kernel.argument("x"), y = kernel.argument("y");
    const first = kernel.general("first entry"), last = kernel.general("last entry");
    const entry = kernel.general("entry"), source = kernel.general("source row");
    const value = weighted ? kernel.vector("value") : undefined;

    const entryOf = (to: Gpr, offset: Memory) => {
      a.mov(low(to), offset);
      a.lea(to, mem(colIdx, 0, times(to, 4)));
    };
    const sourceOf = (index: Memory) => {
      a.mov(low(source), index);
      kernel.multiply(source, 4 * stride);
    };
    const pass = (vectors: readonly ColumnVector[]) => {
      using sums = new Panel(kernel, vectors, tail, unroll);
      sums.clear();
      a.mov(entry, first);
      loop(kernel, { name: "entry", at: entry, end: last, step: 4, unroll }, (u) => {
        if (ahead > 0) {
          sourceOf(mem(entry, 4 * (u + ahead)));
          sums.prefetch({ base: x, offset: source });
        }
        sourceOf(mem(entry, 4 * u));
        if (values && value) a.vbroadcastss(value, mem(entry, 4 * u, values));
        sums.accumulate(u, { base: x, offset: source }, value);
      });
      sums.fold();
      sums.store({ base: y }, { streaming });
    };

    // Values are addressed by their distance from the column indices.
    if (values) a.sub(values, colIdx);
    kernel.moveToBegin(y, 4 * stride);
    a.lea(begin, mem(rowPtr, 0, times(begin, 4)));
    a.lea(end, mem(rowPtr, 0, times(end, 4)));
    entryOf(last, mem(begin));
    loop(kernel, { name: "row", at: begin, end, step: 4, along: [[y, 4 * stride]] }, () => {
      a.mov(first, last);
      entryOf(last, mem(begin, 4));
      for (let i = 0; i < all.length; i += shape.panel) pass(all.slice(i, i + shape.panel));
    });
  });
}
