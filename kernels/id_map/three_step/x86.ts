/**
 * Three-step ID map in machine code.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapInMachineCode } from "../plans/map_x86.ts";
import { emitAssign, emitEnter, emitFlag } from "./code_x86.ts";
import { threeStep } from "./kernel.ts";
import { THREE_STEPS } from "./steps.ts";

/** Kernel `three-step@x86`; see `code_x86.ts`. */
export const threeStepX86: KernelOn<"x86", IdMapOperandsOf> = mapInMachineCode(threeStep, {
  ...THREE_STEPS,
  codes: { enter: emitEnter, flag: emitFlag, assign: emitAssign },
});
