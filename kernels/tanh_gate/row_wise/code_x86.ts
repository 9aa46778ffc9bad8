/**
 * Machine code of gates and of the gradient of their scores.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { assign, storeValues } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { columnsAt, constant, type Formula, held, words } from "../../../hardware/cpu/x86/kernel/formula.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { loadNumber, ONE_COLUMN_BYTES, storeNumber } from "../../../hardware/cpu/x86/kernel/one_column.ts";
import { addQuads, reduceQuad } from "../../../hardware/cpu/x86/kernel/reduce_lanes.ts";
import { alongColumns, tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";
import { exp } from "../../formulas/exponential.ts";

/** Addresses of X, of the scores and of Y. */
export const GATE_LAYOUT = new ArgumentLayout({ x: "u64", scores: "u64", y: "u64" });

/** Addresses of X, of the scores, of G and of the gradient of the scores. */
export const GATE_GRADIENT_LAYOUT = new ArgumentLayout({
  x: "u64",
  scores: "u64",
  gradient: "u64",
  to: "u64",
});

/** Shape that code is emitted for. */
export interface GateShape {
  /** Columns, padding included: a multiple of 4. */
  readonly columns: number;
}

/** exp(-2 |s|). */
function decay(score: Formula): Formula {
  return exp(score.magnitude().times(-2));
}

/** tanh(s). */
function tanh(score: Formula): Formula {
  const e = decay(score), one = constant(1);
  return one.minus(e).over(one.plus(e)).or(score.and(words(0x8000_0000)));
}

/** 1 - tanh(s)^2. */
function slope(score: Formula): Formula {
  const e = decay(score), denominator = e.plus(1);
  return e.times(4).over(denominator.times(denominator));
}

/** Emits `Y[r, :] = tanh(s[r]) X[r, :]`; work items are rows. */
export function emitGate(isa: InstructionSet, { columns }: GateShape): MachineCode {
  return emitKernel(isa, GATE_LAYOUT, (kernel) => {
    const { begin, end } = kernel, tail = tailOf(kernel, columns), factor = kernel.vector("factor");
    const x = kernel.argument("x"), scores = kernel.argument("scores"), y = kernel.argument("y");
    for (const row of [x, y]) kernel.moveToBegin(row, 4 * columns);
    kernel.moveToBegin(scores, ONE_COLUMN_BYTES);
    loop(kernel, { name: "row", at: begin, end, step: 1, along: [[scores, ONE_COLUMN_BYTES]] }, () => {
      assign(kernel, factor, tanh(loadNumber(scores)));
      alongColumns(kernel, { name: "columns", columns, rows: [x, y], vectors: 4 }, (group) => {
        const gated = group.map((vector) => {
          const value = columnsAt(mem(x, 4 * vector.at), vector, tail).times(held(factor));
          return { vector, stores: [{ value, to: mem(y, 4 * vector.at) }] };
        });
        storeValues(kernel, tail, gated);
      });
    });
  });
}

/** Emits `t[r] = (1 - tanh(s[r])^2) <X[r, :], G[r, :]>`; work items are rows. */
export function emitGateGradient(isa: InstructionSet, { columns }: GateShape): MachineCode {
  return emitKernel(isa, GATE_GRADIENT_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, tail = tailOf(kernel, columns);
    const sum = kernel.vector("sum"), product = kernel.vector("product");
    const x = kernel.argument("x"), gradient = kernel.argument("gradient");
    const scores = kernel.argument("scores"), to = kernel.argument("to");
    for (const row of [x, gradient]) if (columns > 0) kernel.moveToBegin(row, 4 * columns);
    for (const row of [scores, to]) kernel.moveToBegin(row, ONE_COLUMN_BYTES);
    const along = [[scores, ONE_COLUMN_BYTES], [to, ONE_COLUMN_BYTES]] as const;
    loop(kernel, { name: "row", at: begin, end, step: 1, along }, () => {
      a.vxorps(sum, sum, sum);
      alongColumns(kernel, { name: "columns", columns, rows: [x, gradient] }, ([vector]) => {
        const [left, right] = [x, gradient].map((row) => columnsAt(mem(row), vector, tail));
        assign(kernel, product, left.times(right));
        addQuads(kernel, sum, product, vector.columns);
      });
      reduceQuad(kernel, sum, "vaddps");
      storeNumber(kernel, to, slope(loadNumber(scores)).times(held(sum)));
    });
  });
}
