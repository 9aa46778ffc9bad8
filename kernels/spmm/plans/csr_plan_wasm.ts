/**
 * Plans of the WebAssembly kernels that read the unchanged matrix.
 *
 * @module
 */
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import type { CallItems } from "../../../platform/wasm/bindings.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import type { Plan } from "../../kernel.ts";
import { type PlanArrays, planOnWasm } from "../../plans/plan_wasm.ts";
import { refuseResident } from "../device_values.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { type CsrArguments, rowsPerBlock, shareCsr } from "./device_csr_wasm.ts";
import { planSharing } from "./shared_arrays.ts";

/** Builds a plan of the kernel `id` over a matrix that it shares in the arena with other plans. */
export function planCsr(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  id: string,
  build: (args: CsrArguments, arrays: PlanArrays) => Omit<Plan, "destroy"> | Promise<Omit<Plan, "destroy">>,
): Promise<Plan> {
  refuseResident(id, operands);
  return planSharing(
    device,
    id,
    (share) => planOnWasm(device, spmmWasm, (arrays) => build(shareCsr(share, operands), arrays)),
  );
}

/** Kernel whose work items are rows. */
export interface RowKernel {
  /** The kernel's id, for error messages. */
  readonly id: string;
  /** Rows that a thread takes at once; at 0, the default, the work of an average row determines them. */
  readonly block?: number;
  /** Call of the kernel's export. */
  readonly call: (rows: CallItems, args: CsrArguments) => ParallelCall;
}

/** Builds a plan of one call over the rows of the matrix. */
export function planRows(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  kernel: RowKernel,
): Promise<Plan> {
  const { matrix, y } = operands;
  return planCsr(device, operands, kernel.id, (args) => {
    const block = kernel.block || rowsPerBlock(matrix, y.cols, device.threads);
    const call = kernel.call({ items: y.cols === 0 ? 0 : matrix.rows, block }, args);
    return { run: () => device.parallel(call), facts: { block } };
  });
}
