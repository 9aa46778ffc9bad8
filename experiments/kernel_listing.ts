/**
 * Machine code of kernels as text, for the verb `describe`.
 *
 * @module
 */
import { formatListing } from "../hardware/cpu/x86/assembler/format_listing.ts";
import type { InstructionSet } from "../hardware/cpu/x86/instruction_set.ts";
import { MissingError } from "../platform/errors.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { allKernels, kernelsNamed, type NamedKernel } from "./named_kernels.ts";

/** Shape that code is emitted for. */
export interface ListedShape {
  /** Instruction set, which this machine need not have. */
  readonly isa: InstructionSet;
  /** Columns of the features. */
  readonly width: number;
}

function listPhases({ name, kernel }: NamedKernel, { isa, width }: ListedShape): readonly string[] {
  return Object.entries(kernel.phases ?? {}).map(([phase, emit]) => {
    const code = emit(isa, width);
    return `; ${name}: ${phase}, ${isa}, width ${width}, ${code.bytes.length} bytes\n${formatListing(code)}`;
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
