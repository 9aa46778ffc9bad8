/**
 * Capability for `doctor`: machine code on the CPU.
 *
 * @module
 */
import type { Capability } from "../../../platform/capability.ts";
import { ReproError } from "../../../platform/errors.ts";
import { instructionSet, type InstructionSetChoice } from "./instruction_set.ts";

function choice(): InstructionSetChoice {
  try {
    return instructionSet();
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    return { isa: "none", reason: error.message };
  }
}

/** Reports the instruction set that kernels are emitted for, or the reason why none are. */
export function capability(): Capability {
  const { isa, reason } = choice();
  const name = { avx512: "AVX-512", avx2: "AVX2", none: "" }[isa];
  return {
    part: "CPU (machine code)",
    present: isa !== "none",
    detail: [name, reason].filter(Boolean).join("; "),
    adds: "kernels for the CPU's own vectors of 256 or 512 bits, emitted for the shape at hand",
    install: "nothing: it takes Linux on an x86-64 CPU with AVX2, and permission to run emitted code",
    fallback: "WebAssembly, whose vectors have 128 bits",
  };
}
