/**
 * Machine code of the blocked GEMM for forms `nn` and `nt`: blocks of rows times packed panels.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { multiply, tileRows } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { activate, addBias } from "./ending_x86.ts";
import { panelTerm } from "./pack_x86.ts";

/**
 * Addresses of A, of the packed B and of C, rows of C, bytes of the terms in a row of A, address of the bias,
 * factor of negative entries.
 */
export const BLOCKED_LAYOUT = new ArgumentLayout({
  a: "u64",
  packed: "u64",
  c: "u64",
  rows: "u64",
  terms: "u64",
  bias: "u64",
  slope: "f32",
});

/** Shape that code is emitted for. */
export interface BlockedShape {
  /** Columns of C, padding included: a multiple of 4. */
  readonly columns: number;
  /** Bytes from one row of A to the next. */
  readonly row: number;
  /** Bytes from one packed panel to the next. */
  readonly panel: number;
  /** Whether the product is added to C. */
  readonly adds: boolean;
  /** Whether a bias is added at last. */
  readonly biased: boolean;
  /** Whether negative entries are multiplied by a slope then. */
  readonly activated: boolean;
  /** Vectors of columns of a tile and of a packed panel; two when absent. */
  readonly vectors?: number;
}

/** Emits the kernel; work items are register tiles. All tiles of a block use a panel before the next one. */
export function emitBlocked(isa: InstructionSet, shape: BlockedShape): MachineCode {
  const { columns, row, panel, adds, biased, activated, vectors } = shape;
  return emitKernel(isa, BLOCKED_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, height = tileRows(isa, vectors), rowBytes = 4 * columns;
    const tail = new TailMask(kernel, columnVectors(columns, kernel.lanes, "mask"));
    const left = kernel.argument("a"), result = kernel.argument("c"), rows = kernel.argument("rows");
    kernel.multiply(end, height);
    a.cmp(end, rows);
    a.cmovg(end, rows);
    kernel.multiply(end, rowBytes);
    a.add(end, result);
    kernel.moveToBegin(left, height * row);
    kernel.moveToBegin(result, height * rowBytes);
    kernel.release(begin, rows);
    const right = kernel.argument("packed"), leftTerms = kernel.argument("terms");
    const bias = biased ? kernel.argument("bias") : undefined;
    multiply(kernel, tail, {
      columns,
      leftRow: row,
      leftTerm: 4,
      rightTerm: panelTerm(isa, vectors),
      ...(vectors !== undefined && { vectors }),
      rightPanel: panel,
      adds,
      heights: [height, 1],
      end(sums) {
        if (bias) addBias(kernel, tail, sums, bias);
        if (!activated) return;
        const slope = kernel.scalar("slope");
        activate(kernel, sums, slope);
        kernel.release(slope);
      },
    }, { left, leftTerms, right, result, resultEnd: end, ...(bias ? { ofColumns: bias } : {}) });
  });
}
