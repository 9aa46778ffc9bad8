/**
 * GEMM in machine code with scalar loads.
 *
 * @module
 */
import { paddedColumns } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { endRows, planMultiplicationX86 } from "../plans/multiplication_x86.ts";
import { emitNaive, NAIVE_LAYOUT, type NaiveShape } from "./code_x86.ts";
import { naive } from "./kernel.ts";

const SOURCE_SHAPES: readonly NaiveShape[] = [
  { cols: 5, row: 32, aRow: 16, aTerm: 4, bTerm: 32, bColumn: 4 },
  { cols: 300, row: 1200, aRow: 4, aTerm: 800, bTerm: 4, bColumn: 400 },
];

/** Kernel `naive@x86`; see `code_x86.ts`. */
export const gemmNaiveX86: KernelOn<"x86", GemmOperandsOf> = kernelOn("x86", naive, {
  source: emittedSource(SOURCE_SHAPES, emitNaive),
  phases: {
    rows: (isa, cols) => {
      const row = 4 * paddedColumns(cols);
      return emitNaive(isa, { cols, row, aRow: row, aTerm: 4, bTerm: row, bColumn: 4 });
    },
  },
  prepare: (device, operands) =>
    planMultiplicationX86(device, operands, (multiplication) => {
      const { arrays, form, rows, inner, cols, a, b, c } = multiplication;
      const block = itemsPerBlock(rows, rows * inner * cols, device.threads);
      if (rows === 0 || cols === 0) return { run: () => {}, facts: { block } };
      const [aRow, aTerm] = form === "tn" ? [4, a.stride] : [a.stride, 4];
      const [bTerm, bColumn] = form === "nt" ? [4, b.stride] : [b.stride, 4];
      const code = emittedCode(device, emitNaive, { cols, row: c.stride, aRow, aTerm, bTerm, bColumn });
      const multiply = machineCall(device, arrays, { code, layout: NAIVE_LAYOUT }, { items: rows, block }, {
        a: device.pointer(a.address),
        b: device.pointer(b.address),
        c: device.pointer(c.address),
        terms: inner * aTerm,
      });
      const end = endRows(multiplication);
      return {
        run: () => {
          multiply();
          end?.run();
        },
        facts: { block, code_bytes: code.bytes.length },
      };
    }),
});
