/**
 * Machine code of Adam.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitEntryRows, type EntryRows } from "../../../hardware/cpu/x86/kernel/entry_rows.ts";
import { once } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { held, repeated } from "../../../hardware/cpu/x86/kernel/formula.ts";

/** Addresses of the matrices and of both corrections, whole rows, constants; `rest1` is 1 - beta1. */
export const ADAM_LAYOUT = new ArgumentLayout({
  p: "u64",
  gradient: "u64",
  m: "u64",
  v: "u64",
  corrections: "u64",
  wholeRows: "u64",
  rate: "f32",
  beta1: "f32",
  rest1: "f32",
  beta2: "f32",
  rest2: "f32",
  epsilon: "f32",
  decay: "f32",
});

const CONSTANTS = ["rate", "beta1", "rest1", "beta2", "rest2", "epsilon", "decay"] as const;

/**
 * Emits `m = beta1 m + rest1 g`, `v = beta2 v + rest2 g^2`, `p -= rate (m * c0) / (sqrt(v * c1) + epsilon)`
 * with `g = gradient + decay p`.
 */
export function emitAdam(isa: InstructionSet, rows: EntryRows): MachineCode {
  const matrices = ["p", "gradient", "m", "v"] as const;
  return emitEntryRows(isa, ADAM_LAYOUT, { ...rows, matrices }, (kernel) => {
    const [rate, ...others] = CONSTANTS.map((name) => kernel.scalar(name));
    const [beta1, rest1, beta2, rest2, epsilon, decay] = others.map(held);
    const corrections = kernel.argument("corrections");
    const first = once(kernel, "first correction", repeated(mem(corrections)).times(held(rate)));
    const second = once(kernel, "second correction", repeated(mem(corrections, 4)));
    kernel.release(rate, corrections);
    return (group) =>
      group.map(({ p, gradient, m, v }) => {
        const g = gradient.plus(decay.times(p));
        const mean = beta1.times(m).plus(rest1.times(g));
        const variance = beta2.times(v).plus(rest2.times(g.times(g)));
        const root = variance.times(second).root().plus(epsilon);
        return { m: mean, v: variance, p: p.minus(mean.times(first).over(root)) };
      });
  });
}
