/**
 * Machine code of activations and their gradient.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitEntryRows, type EntryRows } from "../../../hardware/cpu/x86/kernel/entry_rows.ts";
import { once } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { held } from "../../../hardware/cpu/x86/kernel/formula.ts";
import { EPILOGUE_TYPES } from "../../epilogue/x86.ts";
import { dropout } from "../../formulas/dropout.ts";
import { ended, endedGradient } from "../../formulas/epilogue.ts";

/** Addresses of X, of the bias and of Y, whole rows, arguments of the epilogue. */
export const ACTIVATION_LAYOUT = new ArgumentLayout({
  x: "u64",
  bias: "u64",
  y: "u64",
  wholeRows: "u64",
  ...EPILOGUE_TYPES,
});

/** Addresses of Gy, of Y and of Gx, whole rows, arguments of the epilogue. */
export const GRADIENT_LAYOUT = new ArgumentLayout({
  gradient: "u64",
  y: "u64",
  to: "u64",
  wholeRows: "u64",
  ...EPILOGUE_TYPES,
});

/** Shape that code of a gradient is emitted for. */
export interface GradientShape extends EntryRows {
  /** Whether a mask is drawn. */
  readonly drops: boolean;
}

/** Shape that code of an activation is emitted for. */
export interface ActivationShape extends GradientShape {
  /** Columns of the bias, padding included, of which an item has one row or several; 0 without a bias. */
  readonly period: number;
}

/** Emits `Y = dropout(activation(X + bias))`. */
export function emitActivation(
  isa: InstructionSet,
  { period, drops, ...rows }: ActivationShape,
): MachineCode {
  const biased = period > 0, everyRow: readonly "bias"[] = biased ? ["bias"] : [];
  const shape = { ...rows, matrices: ["x", "y"] as const, everyRow, period };
  return emitEntryRows(isa, ACTIVATION_LAYOUT, shape, (kernel) => {
    const factors = { scale: held(kernel.scalar("scale")), below: held(kernel.scalar("slope")) };
    const draw = drops ? dropout(kernel, rows.floats) : undefined;
    return (group) => {
      const kept = draw?.(group.map(({ vector }) => vector));
      return group.map(({ x, bias }, i) => ({ y: ended(biased ? x.plus(bias) : x, factors, kept?.[i]) }));
    };
  });
}

/** Emits `Gx = Gy * slope(Y) * mask / (1 - rate)`. */
export function emitGradient(isa: InstructionSet, { drops, ...rows }: GradientShape): MachineCode {
  const shape = { ...rows, matrices: ["gradient", "y", "to"] } as const;
  return emitEntryRows(isa, GRADIENT_LAYOUT, shape, (kernel) => {
    const scale = held(kernel.scalar("scale")), slope = held(kernel.scalar("slope"));
    const factors = { scale, below: once(kernel, "factor below 0", scale.times(slope)) };
    const draw = drops ? dropout(kernel, rows.floats) : undefined;
    return (group) => {
      const kept = draw?.(group.map(({ vector }) => vector));
      return group.map(({ gradient, y }, i) => ({ to: endedGradient(gradient, y, factors, kept?.[i]) }));
    };
  });
}
