/**
 * A thread of a pool that increments words by machine code which the main thread installed.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { openMachineRange } from "../../../../hardware/cpu/x86/machine_call.ts";
import { ThreadControl } from "../../../../platform/wasm/thread_control.ts";

if (parentPort) {
  parentPort.postMessage("ready");
  new ThreadControl(workerData as SharedArrayBuffer).serve([openMachineRange()]);
  parentPort.postMessage("dismissed");
}
