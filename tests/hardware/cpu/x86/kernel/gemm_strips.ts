/**
 * GEMM by strips of rows, as the kernel language has it: the example of panels with several rows.
 *
 * @module
 */
import type { MachineCode } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../../../hardware/cpu/x86/kernel/panel.ts";
import { TailMask } from "../../../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Addresses of the operands, and a factor. */
export const GEMM_ARGUMENTS = new ArgumentLayout({ a: "u64", b: "u64", alpha: "f32", c: "u64" });

/** Shape and tuning of a kernel. */
export interface GemmShape {
  /** Instructions. */
  readonly isa: InstructionSet;
  /** Columns of A, rows of B. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
  /** Rows of a strip. */
  readonly height: number;
  /** Vectors of columns that a pass over `inner` computes. */
  readonly panel: number;
}

/** Emits `C = (alpha A) B` for strips `begin` to `end` of `height` rows. */
export function emitGemm({ isa, inner, cols, height, panel }: GemmShape): MachineCode {
  return emitKernel(isa, GEMM_ARGUMENTS, (kernel) => {
    const { a, begin, end } = kernel;
    const all = columnVectors(cols, kernel.lanes, isa === "avx512" ? "mask" : "overlap");
    const tail = new TailMask(kernel, all);
    const [rowsA, b, rowsC] = (["a", "b", "c"] as const).map((name) => kernel.argument(name));
    const alpha = kernel.scalar("alpha"), factor = kernel.vector("factor");
    const term = kernel.general("term of A"), last = kernel.general("last term");
    const rowB = kernel.general("row of B");
    const stripA = 4 * height * inner, stripC = 4 * height * cols;
    const strips = [[rowsA, stripA], [rowsC, stripC]] as const;
    for (const [rows, bytes] of strips) kernel.moveToBegin(rows, bytes);
    loop(kernel, { name: "strip", at: begin, end, step: 1, along: strips }, () => {
      for (let i = 0; i < all.length; i += panel) {
        const vectors = all.slice(i, i + panel);
        using sums = new Panel(kernel, vectors, tail, height), columns = new Panel(kernel, vectors, tail);
        sums.clear();
        a.mov(term, rowsA);
        a.lea(last, mem(rowsA, 4 * inner));
        a.mov(rowB, b);
        loop(kernel, { name: "term", at: term, end: last, step: 4, along: [[rowB, 4 * cols]] }, () => {
          columns.load({ base: rowB });
          for (let row = 0; row < height; row++) {
            a.vbroadcastss(factor, mem(term, 4 * row * inner));
            a.vmulps(factor, factor, alpha);
            sums.accumulatePanel(row, factor, columns);
          }
        });
        for (let row = 0; row < height; row++) {
          sums.store({ base: rowsC, bytes: 4 * row * cols }, { set: row });
        }
      }
    });
  });
}
