/**
 * Arguments of epilogues in machine code.
 *
 * @module
 */
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { ArgumentValues } from "../plans/plan_x86.ts";
import { DROPOUT_TYPES } from "../formulas/dropout.ts";
import { dropoutConstants, type EpilogueOperands } from "./epilogue.ts";

/** Arguments of an epilogue: those of dropout, and the factor of entries that are not above 0. */
export const EPILOGUE_TYPES = { ...DROPOUT_TYPES, slope: "f32" } as const;

/** Values of the arguments of dropout; any where there is none. */
export function dropoutArguments(
  device: X86Device,
  dropout: EpilogueOperands<WasmBuffer>["dropout"],
): ArgumentValues<typeof DROPOUT_TYPES> {
  const { threshold, scale } = dropoutConstants(dropout?.rate ?? 0);
  return {
    step: dropout ? device.pointer(dropout.step.address) : 0,
    seed: dropout?.seed ?? 0,
    stream: dropout?.stream ?? 0,
    // As a signed word: nothing is dropped at -1.
    dropped: threshold - 1 >>> 0,
    scale,
  };
}

/** Values of the arguments of an epilogue. */
export function epilogueArguments(
  device: X86Device,
  { negativeSlope, dropout }: EpilogueOperands<WasmBuffer>,
): ArgumentValues<typeof EPILOGUE_TYPES> {
  return { ...dropoutArguments(device, dropout), slope: negativeSlope };
}
