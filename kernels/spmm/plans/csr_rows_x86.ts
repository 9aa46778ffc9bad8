/**
 * Rows of a CSR matrix in machine code: the frame that kernels share whose items are rows.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, type Memory, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { CSR_LAYOUT, type CsrShape, type CsrTypes } from "./csr_plan_x86.ts";

/** Registers of a kernel over rows, while it works on one. */
export interface CsrRow {
  /** Kernel that is being written. */
  readonly kernel: KernelBuilder<CsrTypes>;
  /** Address of the first entry's source, and of the one behind the last entry's. */
  readonly first: Gpr;
  /** Address behind the last entry's source. */
  readonly last: Gpr;
  /** Address of X. */
  readonly x: Gpr;
  /** Address of the row of Y. */
  readonly y: Gpr;
  /** Loads the byte offset in X of the source of the entry `ahead` places behind the one at `entry`. */
  source(to: Gpr, entry: Gpr, ahead: number): void;
  /** Memory with the value of such an entry; absent where each is 1. */
  readonly value?: (entry: Gpr, ahead: number) => Memory;
}

/** Emits a kernel that calls `write` for the code of one row. Rows may be empty. */
export function emitRows(
  isa: InstructionSet,
  { columns, weighted }: CsrShape,
  write: (kernel: KernelBuilder<CsrTypes>) => (row: CsrRow) => void,
): MachineCode {
  return emitKernel(isa, CSR_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, stride = 4 * columns;
    const writeRow = write(kernel);
    const rowPtr = kernel.argument("rowPtr"), sources = kernel.argument("sources");
    const values = weighted ? kernel.argument("values") : undefined;
    const x = kernel.argument("x"), y = kernel.argument("y");
    const first = kernel.general("first entry"), last = kernel.general("last entry");
    // Values are addressed by their distance from the sources.
    if (values) a.sub(values, sources);
    kernel.moveToBegin(y, stride);
    a.lea(begin, mem(rowPtr, 0, times(begin, 4)));
    a.lea(end, mem(rowPtr, 0, times(end, 4)));
    kernel.release(rowPtr);
    const entryOf = (to: Gpr, offset: Memory) => {
      a.mov(low(to), offset);
      a.lea(to, mem(sources, 0, times(to, 4)));
    };
    entryOf(last, mem(begin));
    const row: CsrRow = {
      kernel,
      first,
      last,
      x,
      y,
      source: (to, entry, ahead) => a.mov(low(to), mem(entry, 4 * ahead)),
      ...(values ? { value: (entry: Gpr, ahead: number) => mem(entry, 4 * ahead, values) } : {}),
    };
    loop(kernel, { name: "row", at: begin, end, step: 4, along: [[y, stride]] }, () => {
      a.mov(first, last);
      entryOf(last, mem(begin, 4));
      writeRow(row);
    });
  });
}
