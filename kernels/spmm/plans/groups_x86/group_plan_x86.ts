/**
 * Plans of the machine-code kernels by neighbour groups.
 *
 * @module
 */
import type { X86Device } from "../../../../hardware/cpu/x86/device.ts";
import type { Plan } from "../../../kernel.ts";
import type { SpmmOperandsOf } from "../../spmm.ts";
import { csrPointers, type CsrShape, planCsrX86 } from "../csr_plan_x86.ts";
import { type GroupArguments, type GroupKernel, planGroups } from "../group_plan_wasm.ts";
import { panelOf } from "../tuned_panel_x86.ts";
import type { GroupTypes } from "./groups_x86.ts";

/**
 * Divides a matrix into groups, uploads both to the device and builds a plan over them.
 *
 * @throws {UsageError} where the operands have values on the device.
 */
export function planGroupsX86(
  device: X86Device,
  operands: SpmmOperandsOf["wasm"],
  kernel: GroupKernel,
): Promise<Plan> {
  return planGroups(
    device,
    operands,
    kernel,
    (build) => planCsrX86(device, operands, kernel, build),
  );
}

/** Shape of code over an uploaded matrix. */
export function groupShape(
  device: X86Device,
  { matrix }: Pick<SpmmOperandsOf["wasm"], "matrix">,
  { stride, values }: GroupArguments,
): CsrShape {
  const shape = { columns: stride / 4, weighted: values !== 0 };
  return { ...shape, ...panelOf(device, matrix, shape) };
}

/** Arguments of a kernel whose first item is group 0: addresses in the process. */
export function groupPointers(
  device: X86Device,
  args: GroupArguments,
): Readonly<Record<keyof GroupTypes, number | bigint>> {
  return {
    ...csrPointers(device, args),
    firstGroup: 0,
    start: device.pointer(args.start),
    rowOf: device.pointer(args.rowOf),
    groupPtr: device.pointer(args.groupPtr),
  };
}
