/**
 * Instruction set that machine code may use here.
 *
 * @module
 */
import { readVariable } from "../../../platform/environment_variable.ts";
import { DeviceError, MissingError, UsageError } from "../../../platform/errors.ts";
import { type CpuFeatures, cpuFeatures, lackingFeatures } from "./cpu_features.ts";
import { cpuid } from "./cpuid.ts";

/** Width of the vectors that kernels are emitted for: 512 bits, or 256. */
export type InstructionSet = "avx512" | "avx2";

/** The instruction set of this process, or why there is none; and why it is not a wider one. */
export type InstructionSetChoice =
  | { readonly isa: InstructionSet; readonly reason?: string }
  | { readonly isa: "none"; readonly reason: string };

/** Variable that forces an instruction set: `avx512`, `avx2` or `none`. */
export const ISA_VARIABLE = "GNN_REPRO_ISA";

/** A result of detection that stays the same for a process. */
let detected: CpuFeatures | undefined;

/** Why no machine code can run here at all. */
function unsupportedSystem(): string | undefined {
  const { os, arch } = Deno.build;
  if (arch !== "x86_64") return `a CPU of the kind ${arch}; machine code is emitted for x86-64`;
  if (os !== "linux") return `${os}; machine code is run on Linux only`;
  return undefined;
}

/** Features of this machine, or why they cannot be told or used. */
function detect(): CpuFeatures | string {
  const unsupported = unsupportedSystem();
  if (unsupported !== undefined) return unsupported;
  try {
    return detected ??= cpuFeatures(cpuid);
  } catch (error) {
    // Without the C library or executable memory no kernel could run, either.
    if (error instanceof MissingError || error instanceof DeviceError) return error.parts.current;
    throw error;
  }
}

/** Chooses the widest instruction set of a machine; `forced` limits the choice to one. */
export function chooseInstructionSet(
  machine: CpuFeatures | string,
  forced: string | undefined,
): InstructionSetChoice {
  if (forced !== undefined && forced !== "avx512" && forced !== "avx2" && forced !== "none") {
    throw new UsageError({
      action: "choose an instruction set",
      current: `${ISA_VARIABLE}=${forced}`,
      wanted: "avx512, avx2 or none",
      next: `set ${ISA_VARIABLE} to one of them, or unset it`,
    });
  }
  if (forced === "none") return { isa: "none", reason: `${ISA_VARIABLE}=none` };
  const lacking = (isa: InstructionSet) => {
    if (typeof machine === "string") return machine;
    const names = lackingFeatures(machine, isa);
    return names.length === 0 ? undefined : `a machine without ${names.join(", ")}`;
  };
  if (forced !== undefined) {
    const reason = lacking(forced);
    if (reason === undefined) return { isa: forced, reason: `${ISA_VARIABLE}=${forced}` };
    throw new MissingError({
      action: `use ${ISA_VARIABLE}=${forced}`,
      current: reason,
      wanted: `a machine that runs ${forced} code`,
      next: `unset ${ISA_VARIABLE} to use what this machine has`,
    });
  }
  const noAvx512 = lacking("avx512");
  if (noAvx512 === undefined) return { isa: "avx512" };
  const noAvx2 = lacking("avx2");
  return noAvx2 === undefined ? { isa: "avx2", reason: noAvx512 } : { isa: "none", reason: noAvx2 };
}

/**
 * Returns the instruction set for kernels of this process: the widest that CPU, system and permissions allow,
 * or the one that `GNN_REPRO_ISA` names.
 *
 * @throws {UsageError} if `GNN_REPRO_ISA` has another value.
 * @throws {MissingError} if `GNN_REPRO_ISA` names one that this machine cannot run.
 */
export function instructionSet(): InstructionSetChoice {
  return chooseInstructionSet(detect(), readVariable(ISA_VARIABLE) || undefined);
}
