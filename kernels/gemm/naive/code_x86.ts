/**
 * Machine code of the naive GEMM: one scalar sum per entry, each product rounded before it is added.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";

/** Addresses of the operands, and bytes from the first to behind the last term of a row of A. */
export const NAIVE_LAYOUT = new ArgumentLayout({ a: "u64", b: "u64", c: "u64", terms: "u64" });

/** Shape that code is emitted for; the steps of a transposed factor are swapped. */
export interface NaiveShape {
  /** Columns of C. */
  readonly cols: number;
  /** Bytes from one row of C to the next. */
  readonly row: number;
  /** Distance in bytes from one row of A to the next. */
  readonly aRow: number;
  /** Bytes from one term of A to the next. */
  readonly aTerm: number;
  /** Bytes from one term of B to the next. */
  readonly bTerm: number;
  /** Bytes from one column of B to the next. */
  readonly bColumn: number;
}

/** Emits the kernel; work items are rows. */
export function emitNaive(isa: InstructionSet, shape: NaiveShape): MachineCode {
  const { cols, row, aRow, aTerm, bTerm, bColumn } = shape;
  return emitKernel(isa, NAIVE_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, zero = kernel.general("zero");
    const rowA = kernel.argument("a"), b = kernel.argument("b"), c = kernel.argument("c");
    const terms = kernel.argument("terms");
    const rowEnd = kernel.general("last column of C"), column = kernel.general("column of B");
    const termA = kernel.general("term of A"), termEnd = kernel.general("last term of A");
    const termB = kernel.general("term of B");
    const [sum, product] = ["sum", "product"].map((name) => vec(128, kernel.vector(name).n));
    kernel.moveToBegin(rowA, aRow);
    kernel.moveToBegin(c, row);
    a.xor(low(zero), low(zero));
    loop(kernel, { name: "row", at: begin, end, step: 1, along: [[rowA, aRow]] }, () => {
      a.mov(column, b);
      a.lea(rowEnd, mem(c, 4 * cols));
      loop(kernel, { name: "column", at: c, end: rowEnd, step: 4, along: [[column, bColumn]] }, () => {
        a.vxorps(sum, sum, sum);
        a.mov(termA, rowA);
        a.mov(termB, column);
        a.lea(termEnd, mem(rowA, 0, terms));
        loop(kernel, { name: "term", at: termA, end: termEnd, step: aTerm, along: [[termB, bTerm]] }, () => {
          a.vmovss(product, mem(termA));
          a.vmulss(product, product, mem(termB));
          a.vaddss(sum, sum, product);
        });
        a.vmovss(mem(c), sum);
      });
      for (let padding = 4 * cols; padding < row; padding += 4) {
        a.mov(mem(c), low(zero));
        a.add(c, 4);
      }
    });
  });
}
