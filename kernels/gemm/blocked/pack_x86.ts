/**
 * Machine code that packs B: panels of a tile's columns, stored term by term, so that a tile reads one
 * stream.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { fullTiles, tileColumns } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Bytes of a term in a panel; the last panel is as wide as the others. */
export function panelTerm(isa: InstructionSet, vectors?: number): number {
  return 4 * tileColumns(isa, vectors);
}

/** Number of panels of a matrix. */
export function panelCount(isa: InstructionSet, columns: number, vectors?: number): number {
  return Math.ceil(columns / tileColumns(isa, vectors));
}

/** Distances of a packing, in bytes. */
export interface PackShape {
  /** Columns of C, padding included: a multiple of 4. */
  readonly columns: number;
  /** Bytes from one stored row of B to the next. */
  readonly row: number;
  /** Bytes from one panel to the next. */
  readonly panel: number;
  /** Vectors of a panel's columns; two when absent. */
  readonly vectors?: number;
}

/** Emits the packing of the rows of B, its terms, from `from` to `end`; `from` and `to` advance by them. */
export function packTerms(
  kernel: KernelBuilder,
  tail: TailMask,
  { columns, row, panel, vectors: ofPanel }: PackShape,
  { from, end, to }: Readonly<Record<"from" | "end" | "to", Gpr>>,
): void {
  const { a, isa, lanes } = kernel,
    width = tileColumns(isa, ofPanel),
    full = fullTiles(isa, columns, ofPanel);
  const source = kernel.general("columns of B"), target = kernel.general("packed columns");
  const last = kernel.general("last packed columns");
  const copy = (some: number) => {
    using vectors = new Panel(kernel, columnVectors(some, lanes, "mask"), tail);
    vectors.load({ base: source });
    vectors.store({ base: target });
  };
  loop(kernel, { name: "pack_term", at: from, end, step: row, along: [[to, 4 * width]] }, () => {
    a.mov(source, from);
    a.mov(target, to);
    if (full > 0) {
      a.movabs(last, BigInt(full * panel));
      a.add(last, target);
      const along = [[source, 4 * width]] as const;
      loop(kernel, { name: "pack_panel", at: target, end: last, step: panel, along }, () => copy(width));
    }
    if (columns % width > 0) copy(columns % width);
  });
  kernel.release(source, target, last);
}

/** Arguments of {@linkcode emitPack}. */
export const PACK_LAYOUT = new ArgumentLayout({ b: "u64", packed: "u64" });

/** Emits the packing of B; work items are its rows, the terms. */
export function emitPack(isa: InstructionSet, shape: PackShape): MachineCode {
  return emitKernel(isa, PACK_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel;
    const tail = new TailMask(kernel, columnVectors(shape.columns, kernel.lanes, "mask"));
    const b = kernel.argument("b"), to = kernel.argument("packed");
    kernel.multiply(end, shape.row);
    a.add(end, b);
    kernel.moveToBegin(b, shape.row);
    kernel.moveToBegin(to, panelTerm(isa, shape.vectors));
    kernel.release(begin);
    packTerms(kernel, tail, shape, { from: b, end, to });
  });
}

/** Shape of the packing of a transposed B. */
export interface TransposedPackShape extends PackShape {
  /** Rows of the stored B: the columns of C without padding. */
  readonly cols: number;
}

/** Arguments of {@linkcode emitPackTransposed}; `terms` is the number of terms. */
export const PACK_TRANSPOSED_LAYOUT = new ArgumentLayout({ b: "u64", packed: "u64", terms: "u64" });

/** Emits the packing of a transposed B; work items are columns of C, padding included, which is 0. */
export function emitPackTransposed(
  isa: InstructionSet,
  { row, panel, cols, vectors }: TransposedPackShape,
): MachineCode {
  const width = tileColumns(isa, vectors), term = 4 * width;
  return emitKernel(isa, PACK_TRANSPOSED_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel;
    const b = kernel.argument("b"), packed = kernel.argument("packed"), bytes = kernel.argument("terms");
    const from = kernel.general("term of B"), to = kernel.general("packed term");
    const last = kernel.general("last packed term"), word = kernel.general("word");
    kernel.multiply(bytes, term);
    kernel.moveToBegin(b, row);
    loop(kernel, { name: "column", at: begin, end, step: 1, along: [[b, row]] }, () => {
      const zeros = a.label("zeros"), done = a.label("column_done");
      a.mov(to, begin);
      a.shr(to, Math.log2(width));
      kernel.multiply(to, panel);
      a.add(to, packed);
      a.mov(last, begin);
      a.and(last, width - 1);
      a.lea(to, mem(to, 0, times(last, 4)));
      a.lea(last, mem(to, 0, bytes));
      a.cmp(begin, cols);
      a.jge(zeros);
      a.mov(from, b);
      loop(kernel, { name: "term", at: to, end: last, step: term, along: [[from, 4]], unroll: 4 }, (u) => {
        a.mov(low(word), mem(from, 4 * u));
        a.mov(mem(to, term * u), low(word));
      });
      a.jmp(done);
      a.bind(zeros);
      a.xor(low(word), low(word));
      loop(kernel, { name: "padding", at: to, end: last, step: term }, () => a.mov(mem(to), low(word)));
      a.bind(done);
    });
  });
}
