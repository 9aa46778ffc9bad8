/**
 * Scratch memory of the threads of one plan; see `assembly/scratch.ts`.
 *
 * @module
 */
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import type { PlanArrays } from "../../plans/plan_wasm.ts";

/** Bytes before the kernel's own data: the flag of a claimed scratch. */
const FLAG_BYTES = 128;

/** Scratch memory that a plan has reserved. */
export interface ThreadScratch {
  /** Arguments of exports that claim a scratch: the address of the first, and their number. */
  readonly args: { readonly scratches: number; readonly scratchCount: number };
  /** Bytes of all scratches. */
  readonly bytes: number;
  /** Fills all scratches with zeros, so that none is claimed. */
  clear(): void;
}

/** Reserves a scratch for each thread, with room for `bytes` bytes of the kernel's own data. */
export function reserveScratch(
  device: WasmDevice,
  { reserve }: Pick<PlanArrays, "reserve">,
  bytes: number,
): ThreadScratch {
  const buffer = reserve("scratch", device.threads * (FLAG_BYTES + bytes));
  return {
    args: { scratches: buffer.address, scratchCount: device.threads },
    bytes: buffer.bytes,
    clear: () => device.clear(buffer),
  };
}
