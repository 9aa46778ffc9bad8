/**
 * Capability for `doctor`: machine code on the CPU.
 *
 * @module
 */
import type { Capability } from "../../../platform/capability.ts";
import { ReproError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { usualMemoryBytes } from "./far_memory.ts";
import { instructionSet, type InstructionSetChoice } from "./instruction_set.ts";

function choice(): InstructionSetChoice {
  try {
    return instructionSet();
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    return { isa: "none", reason: error.message };
  }
}

/** Text for the memory that operands may take. */
const memoryText = () => `${formatBytes(usualMemoryBytes())} for operands, or as --device-memory says`;

/** Reports the instruction set and the memory of operands, or why there is no machine code. */
export function capability(): Capability {
  const { isa, reason } = choice();
  const name = { avx512: "AVX-512", avx2: "AVX2", none: "" }[isa];
  return {
    part: "CPU (machine code)",
    present: isa !== "none",
    detail: [name, reason, isa !== "none" && memoryText()].filter(Boolean).join("; "),
    adds: "kernels for the CPU's own vectors of 256 or 512 bits, emitted for the shape at hand",
    install: "nothing: it takes Linux on an x86-64 CPU with AVX2, and permission to run emitted code",
    fallback: "WebAssembly, whose vectors have 128 bits",
  };
}
