/**
 * Reason for which tests of machine code are skipped on a machine.
 *
 * @module
 */
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ReproError } from "../../../../platform/errors.ts";

function reason(): string | undefined {
  try {
    const choice = instructionSet();
    return choice.isa === "none" ? choice.reason : undefined;
  } catch (error) {
    if (error instanceof ReproError) return error.message;
    throw error;
  }
}

/** Why no machine code runs here, or `undefined`. */
export const NO_MACHINE_CODE = reason();

if (NO_MACHINE_CODE !== undefined) console.log(`tests of machine code are skipped: ${NO_MACHINE_CODE}`);
