/**
 * Machine code of kernels as text, for the verb `describe`.
 *
 * @module
 */
import type { MachineCode } from "../hardware/cpu/x86/assembler/assembler.ts";
import { formatListing } from "../hardware/cpu/x86/assembler/format_listing.ts";
import type { InstructionSet } from "../hardware/cpu/x86/instruction_set.ts";
import type { EmitPhase } from "../kernels/machine_code/code_phases.ts";
import { MissingError } from "../platform/errors.ts";
import { choiceLines, type TunedChoice } from "../results/store/tuned_choice.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { allKernels, kernelsNamed, type NamedKernel } from "./named_kernels.ts";

/** Shape that code is emitted for. */
export interface ListedShape {
  /** Instruction set, which this machine need not have. */
  readonly isa: InstructionSet;
  /** Columns of the features. */
  readonly width: number;
  /** Tuned numbers for the width; none when absent. */
  readonly tuned?: readonly TunedChoice[];
}

function listPhases(named: NamedKernel, shape: ListedShape): readonly string[] {
  const { name, kernel } = named, { isa, width } = shape;
  return Object.entries(kernel.phases ?? {}).flatMap(([phase, emit]) => {
    const title = `${name}: ${phase}, ${isa}, width ${width}`;
    return [listCode(title, emit(isa, width)), ...listTuned(title, emit, shape)];
  });
}

function listCode(title: string, code: MachineCode): string {
  return `; ${title}, ${code.bytes.length} bytes\n${formatListing(code)}`;
}

/** Choices of tuning for a phase, each with its evidence and, where it is not the default, its code. */
function listTuned(title: string, emit: EmitPhase, { isa, width, tuned = [] }: ListedShape): string[] {
  const text = formatListing(emit(isa, width));
  return tuned.flatMap((choice) => {
    const { parameter, standard, chosen, candidates } = choice;
    const changes = candidates.some(({ value }) =>
      value !== standard && formatListing(emit(isa, width, { [parameter]: value })) !== text
    );
    // Code that no value changes has no such number.
    if (!changes) return [];
    const evidence = choiceLines(choice).map((line) => `; ${line}`).join("\n");
    if (chosen === standard) return [evidence];
    return [`${evidence}\n${listCode(`${title}, tuned`, emit(isa, width, { [parameter]: chosen }))}`];
  });
}

/** Name of a kernel on any backend: `spmm/row-split`. */
const withoutBackend = ({ name, kernel }: NamedKernel) => name.slice(0, -1 - kernel.backend.length);

/**
 * Every phase of the kernels of a name: offsets, bytes and instructions in Intel's syntax.
 *
 * @throws {UsageError} for a name that is no kernel's.
 * @throws {MissingError} where a kernel has no machine code; the message names those that have.
 */
export function kernelListing(name: string, shape: ListedShape): string {
  const named = kernelsNamed(name);
  const phases = named.flatMap((kernel) => listPhases(kernel, shape));
  if (phases.length > 0) return phases.join("\n\n");
  const listed = allKernels().filter(({ kernel }) => kernel.phases !== undefined).map(withoutBackend);
  const action = `print the machine code of "${name}"`;
  if (named.length === 0) throw unknownName(action, name, listed);
  throw new MissingError({
    action,
    current: "a kernel that emits none",
    wanted: `one of ${listed.join(", ")}`,
    next: `leave out --asm to read about "${name}"`,
  });
}
