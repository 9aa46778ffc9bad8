/**
 * Plan of an activation in machine code, as an operation of its own or behind another one.
 *
 * @module
 */
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import type { EpilogueOperands } from "../../epilogue/epilogue.ts";
import { epilogueArguments } from "../../epilogue/x86.ts";
import type { Plan } from "../../kernel.ts";
import { fillsGroups, groupItems, planEntries, rowItems } from "../../plans/plan_entries_x86.ts";
import { type PlanArrays, wholePanel } from "../../plans/plan_wasm.ts";
import { ACTIVATION_LAYOUT, emitActivation } from "./code_x86.ts";

/** Cost of drawing and comparing four entries, in multiply-adds. */
export const ACTIVATION_WORK = 32;

/** Rows that an epilogue ends; addresses on the device. */
export interface EndedRows {
  /** Address of X. */
  readonly x: number;
  /** Address of Y, which may be that of X. */
  readonly y: number;
  /** Number of rows. */
  readonly rows: number;
  /** Floats of a row, padding included. */
  readonly floats: number;
  /** Epilogue applied to each entry. */
  readonly epilogue: EpilogueOperands<WasmBuffer>;
}

/** Plans `Y = epilogue(X)`. */
export function planActivation(
  device: X86Device,
  arrays: PlanArrays,
  { x, y, rows, floats, epilogue }: EndedRows,
): Omit<Plan, "destroy"> {
  const { bias, dropout } = epilogue;
  return planEntries(device, arrays, {
    emit: emitActivation,
    layout: ACTIVATION_LAYOUT,
    items: bias && !fillsGroups(device, floats)
      ? rowItems(rows, floats)
      : groupItems(device, { rows, floats }),
    options: { period: bias ? floats : 0, drops: dropout !== undefined },
    work: ACTIVATION_WORK,
    reads: [x],
    values: {
      x: device.pointer(x),
      bias: bias ? device.pointer(wholePanel(bias).address) : 0,
      y: device.pointer(y),
      ...epilogueArguments(device, epilogue),
    },
  });
}
