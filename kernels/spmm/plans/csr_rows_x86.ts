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
  shape: CsrShape,
  write: (kernel: KernelBuilder<CsrTypes>) => (row: CsrRow) => void,
): MachineCode {
  return emitKernel(isa, CSR_LAYOUT, (kernel) => rowLoop(kernel, shape, write(kernel)));
}

/** Arrays that a loop over rows goes along. */
export interface RowArrays {
  /** Address of the rows' offsets; the register is free once the loop begins. */
  readonly rowPtr: Gpr;
  /** Address of the offsets behind the rows' last entries; absent where a row ends where the next begins. */
  readonly rowEnds?: Gpr;
  /** Address of an array with a word for each entry. */
  readonly entries: Gpr;
  /** Registers that advance from row to row, with their distances in bytes. */
  readonly along?: readonly (readonly [register: Gpr, step: number])[];
}

/**
 * Emits a loop over the rows of a kernel's range. `write` emits the code of one row, which may be empty, for
 * the addresses of its first entry's word and of the one behind its last.
 */
export function eachRow(
  kernel: KernelBuilder,
  { rowPtr, rowEnds, entries, along = [] }: RowArrays,
  write: (first: Gpr, last: Gpr) => void,
): void {
  const { a, begin, end } = kernel;
  const first = kernel.general("first entry"), last = kernel.general("last entry");
  a.lea(begin, mem(rowPtr, 0, times(begin, 4)));
  a.lea(end, mem(rowPtr, 0, times(end, 4)));
  // Ends are addressed by their distance from the beginnings.
  if (rowEnds) a.sub(rowEnds, rowPtr);
  kernel.release(rowPtr);
  const entryOf = (to: Gpr, offset: Memory) => {
    a.mov(low(to), offset);
    a.lea(to, mem(entries, 0, times(to, 4)));
  };
  if (!rowEnds) entryOf(last, mem(begin));
  loop(kernel, { name: "row", at: begin, end, step: 4, along }, () => {
    if (rowEnds) entryOf(first, mem(begin));
    else a.mov(first, last);
    entryOf(last, rowEnds ? mem(begin, 0, rowEnds) : mem(begin, 4));
    write(first, last);
  });
}

/** Arrays of a product whose rows are not simply those of a CSR matrix. */
export interface RowPlaces extends Pick<RowArrays, "rowEnds"> {
  /** As in {@linkcode RowArrays}; the argument of that name when absent. */
  readonly rowPtr?: Gpr;
  /**
   * Address of the byte offset in Y of the first row's result, u32, behind which those of the others follow;
   * absent where the rows of Y are those of the matrix.
   */
  readonly targets?: Gpr;
}

/** Emits a loop over the rows of a product. */
export function rowLoop(
  kernel: KernelBuilder<CsrTypes>,
  { columns, weighted }: CsrShape,
  writeRow: (row: CsrRow) => void,
  { targets, rowEnds, rowPtr = kernel.argument("rowPtr") }: RowPlaces = {},
): void {
  const { a } = kernel, stride = 4 * columns;
  const sources = kernel.argument("sources");
  const values = weighted ? kernel.argument("values") : undefined;
  const x = kernel.argument("x"), result = kernel.argument("y");
  const y = targets ? kernel.general("row of Y") : result;
  // Values are addressed by their distance from the sources.
  if (values) a.sub(values, sources);
  if (!targets) kernel.moveToBegin(y, stride);
  const along = [targets ? [targets, 4] as const : [y, stride] as const];
  eachRow(kernel, { rowPtr, ...(rowEnds && { rowEnds }), entries: sources, along }, (first, last) => {
    if (targets) {
      a.mov(low(y), mem(targets));
      a.add(y, result);
    }
    writeRow({
      kernel,
      first,
      last,
      x,
      y,
      source: (to, entry, ahead) => a.mov(low(to), mem(entry, 4 * ahead)),
      ...(values ? { value: (entry: Gpr, ahead: number) => mem(entry, 4 * ahead, values) } : {}),
    });
  });
}
