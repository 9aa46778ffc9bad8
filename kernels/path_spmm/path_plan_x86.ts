/**
 * Plans of the machine-code kernels that skip what is not on an execution path.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import type { ArgumentLayout } from "../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emittedCode } from "../machine_code/emitted_code.ts";
import type { Plan } from "../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../plans/plan_wasm.ts";
import { type ArgumentValues, machineCall } from "../plans/plan_x86.ts";
import { assertInBounds } from "../spmm/operand_shapes.ts";
import { csrPointers, type CsrShape, type CsrTypes } from "../spmm/plans/csr_plan_x86.ts";
import { panelOf } from "../spmm/plans/tuned_panel_x86.ts";
import { assertPathInBounds } from "./path_bounds.ts";
import type { PathSpmmOperandsOf } from "./path_spmm.ts";
import type { Touched } from "./touched.ts";

/** Kernel of machine code over the rows of a matrix. */
export interface PathKernelX86<Types extends CsrTypes> {
  /** Slots of the arguments. */
  readonly layout: ArgumentLayout<Types>;
  /** Emits the code. */
  readonly emit: (isa: InstructionSet, shape: CsrShape) => MachineCode;
  /** Matrix whose rows are the work items. */
  readonly matrix: CsrMatrix;
  /** Returns what the kernel reads for each entry, for rows of X that are `stride` bytes apart. */
  readonly sources: (stride: number) => Uint32Array;
  /** Returns the data of the arguments that a product does not have, for such rows of Y. */
  readonly own: (stride: number) => Readonly<Record<Exclude<keyof Types & string, keyof CsrTypes>, Data>>;
  /** Entries that are tested or multiplied. */
  readonly entries: number;
  /** Facts of the plan. */
  readonly touched: Touched;
}

type Data = Uint8Array | Uint32Array;

/**
 * Builds a plan of one call over rows. `kernelOf` is called once the shapes of the operands and every index
 * of the matrix and the path are checked.
 *
 * @throws {UsageError} and {@linkcode ReproError} where an operand does not fit or an index is out of range.
 */
export function planPathX86<Types extends CsrTypes>(
  device: X86Device,
  operands: PathSpmmOperandsOf["wasm"],
  kernelOf: () => PathKernelX86<Types>,
): Promise<Plan> {
  return planInArena(device, (arrays) => {
    assertInBounds(operands);
    assertPathInBounds(operands);
    const { x, y } = operands, { address, stride } = wholePanel(y);
    const { layout, emit, matrix: { rows, rowPtr, values }, sources, own, entries, touched } = kernelOf();
    const block = itemsPerBlock(rows, entries * y.cols, device.threads);
    if (y.cols === 0) return { run: () => {}, facts: { block, ...touched } };
    const shape = { columns: stride / 4, weighted: values !== undefined };
    const code = emittedCode(device, emit, { ...shape, ...panelOf(device, operands.matrix, shape) });
    const product = csrPointers(device, {
      rowPtr: arrays.upload("rowPtr", rowPtr),
      sources: arrays.upload("sources", sources(stride)),
      values: values ? arrays.upload("values", values) : 0,
      x: wholePanel(x).address,
      y: address,
      stride,
    });
    const others = Object.entries<Data>(own(stride)).map(([name, data]) =>
      [name, device.pointer(arrays.upload(name, data))] as const
    );
    // The names of both are those of the layout, which TypeScript cannot follow through the entries.
    const args = { ...product, ...Object.fromEntries(others) } as unknown as ArgumentValues<Types>;
    const run = machineCall(device, arrays, { code, layout }, { items: rows, block }, args);
    return { run, facts: { block, code_bytes: code.bytes.length, ...touched } };
  });
}
