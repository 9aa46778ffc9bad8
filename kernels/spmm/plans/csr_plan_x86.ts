/**
 * Plans of the machine-code kernels that read the unchanged matrix.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { KernelIdentity, Plan } from "../../kernel.ts";
import { type BuildPlan, type PlanArrays, planInArena } from "../../plans/plan_wasm.ts";
import { planOfRows, prepareCall } from "../../plans/plan_x86.ts";
import { rowCall } from "../../plans/row_work.ts";
import { assertInBounds } from "../operand_shapes.ts";
import { refuseResident } from "../device_values.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { type CsrArguments, rowsPerBlock, shareCsr } from "./device_csr_wasm.ts";
import { planSharing, type Share } from "./shared_arrays.ts";
import { panelOf } from "./tuned_panel_x86.ts";

/** Arguments of a kernel over rows of a CSR matrix: addresses of the operands. */
export const CSR_LAYOUT = new ArgumentLayout({
  rowPtr: "u64",
  sources: "u64",
  values: "u64",
  x: "u64",
  y: "u64",
});

/** Types of {@linkcode CSR_LAYOUT}. */
export type CsrTypes = typeof CSR_LAYOUT.types;

/** Entries that a kernel may look ahead of the one that it computes. */
export const LOOK_AHEAD = 32;

/** Shape that code is emitted for. */
export interface CsrShape {
  /** Numbers of a row of X or Y, padding included: a multiple of 4. */
  readonly columns: number;
  /** Whether entries have values; else each is 1. */
  readonly weighted: boolean;
  /** Format of X; float32 when absent. */
  readonly features?: NumberFormat;
  /** Tuned number of vectors of columns that a pass over a row's entries computes; absent for the default. */
  readonly panel?: number;
}

/** Shapes that stand for all others in a kernel's source. */
export const SOURCE_SHAPES: readonly CsrShape[] = [4, 16, 68, 256].flatMap((columns) =>
  [true, false].map((weighted) => ({ columns, weighted }))
);

/** Addresses in the process of the operands. */
export function csrPointers(
  device: X86Device,
  { rowPtr, sources, values, x, y }: CsrArguments,
): Readonly<Record<keyof CsrTypes, bigint>> {
  return {
    rowPtr: device.pointer(rowPtr),
    sources: device.pointer(sources),
    values: device.pointer(values),
    x: device.pointer(x),
    y: device.pointer(y),
  };
}

/** Builds a plan of a kernel over a matrix that it shares on the device with other plans. */
export function planCsrX86(
  device: X86Device,
  operands: SpmmOperandsOf["wasm"],
  { id, features = "f32" }: Pick<KernelIdentity, "id" | "features">,
  build: (args: CsrArguments, arrays: PlanArrays, share: Share<WasmBuffer>) => ReturnType<BuildPlan>,
): Promise<Plan> {
  refuseResident(id, operands);
  return planSharing(device, id, (share) => {
    assertInBounds(operands, features);
    const args = () => shareCsr(share, operands, LOOK_AHEAD, features);
    return planInArena(device, (arrays) => build(args(), arrays, share));
  });
}

/** Kernel of machine code whose work items are rows; its id is for error messages. */
export interface RowKernelX86 extends Pick<KernelIdentity, "id" | "features"> {
  /** Rows that a thread takes at once; at 0, the default, the work of an average row determines them. */
  readonly block?: number;
  /** Vectors of columns of a pass; at 0, the default, the tuned number or that for the width. */
  readonly panel?: number;
  /** Emits the code, whose arguments are those of {@linkcode CSR_LAYOUT}. */
  readonly emit: (isa: InstructionSet, shape: CsrShape) => MachineCode;
}

/** Builds a plan of one call over the rows of the matrix. */
export function planRowsX86(
  device: X86Device,
  operands: SpmmOperandsOf["wasm"],
  { block: wanted, panel, emit, ...kernel }: RowKernelX86,
): Promise<Plan> {
  const { matrix, y } = operands, { features } = kernel;
  return planCsrX86(device, operands, kernel, (args, arrays) => {
    const block = wanted || rowsPerBlock(matrix, y.cols, device.threads);
    if (y.cols === 0) return { run: () => {}, facts: { block } };
    const shape = { columns: args.stride / 4, weighted: args.values !== 0, ...(features && { features }) };
    const code = emittedCode(device, emit, { ...shape, ...panelOf(device, matrix, shape, panel) });
    const rows = { items: matrix.rows, block };
    const call = prepareCall(device, arrays, { layout: CSR_LAYOUT, code }, rows, csrPointers(device, args));
    const work = { rows: matrix.rows, reads: [], calls: [rowCall(call, 1, 1)] };
    return { ...planOfRows(device, work), facts: { block, code_bytes: code.bytes.length } };
  });
}
