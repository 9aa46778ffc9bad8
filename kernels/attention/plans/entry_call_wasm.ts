/**
 * Plans of one WebAssembly call over the entries of a sparse matrix, which share the arrays of the matrix
 * with all plans that read it.
 *
 * @module
 */
import type { WasmBuffer, WasmDevice } from "../../../hardware/cpu/device.ts";
import type { WasmModule } from "../../../platform/wasm/module.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import type { Plan } from "../../kernel.ts";
import { type PlanArrays, planOnWasm } from "../../plans/plan_wasm.ts";
import { planSharing, type Share } from "../../spmm/plans/shared_arrays.ts";

/** Arrays of a plan: those that it shares, and those of its own. */
export interface EntryArrays extends PlanArrays {
  /** Returns the buffer of a shared array. */
  readonly share: Share<WasmBuffer>;
}

/**
 * Loads a module and builds a plan of the call that `callOf` makes. `operation` is named in errors.
 *
 * @throws {OutOfMemoryError} where the arena has no room for an array, and what `callOf` throws.
 */
export function planEntryCall(
  device: WasmDevice,
  operation: string,
  module: WasmModule,
  callOf: (arrays: EntryArrays) => ParallelCall,
): Promise<Plan> {
  return planSharing(device, operation, (share) =>
    planOnWasm(device, module, (arrays) => {
      const call = callOf({ ...arrays, share });
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }));
}
