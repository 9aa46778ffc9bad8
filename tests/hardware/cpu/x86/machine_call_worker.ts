/**
 * A thread that increments words by machine code which the main thread installed.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";

/** Order to the thread. */
export interface IncrementOrder {
  /** Address of the code. */
  readonly code: bigint;
  /** Address of the argument block. */
  readonly block: bigint;
  /** First item. */
  readonly begin: number;
  /** Item after the last one. */
  readonly end: number;
  /** Number of calls. */
  readonly calls: number;
}

if (parentPort) {
  const { code, block, begin, end, calls } = workerData as IncrementOrder;
  const call = openMachineCaller();
  for (let i = 0; i < calls; i++) call(code, block, begin, end);
  parentPort.postMessage("done");
}
