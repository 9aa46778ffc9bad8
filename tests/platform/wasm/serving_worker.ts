/**
 * A worker that serves until it is dismissed, says so, and serves again: {@link
 * file://./thread_control_test.ts} dismisses it.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { ThreadControl } from "../../../platform/wasm/thread_control.ts";

const { control, turns } = workerData as { control: SharedArrayBuffer; turns: SharedArrayBuffer };
const threads = new ThreadControl(control);
/** Times that this thread left, and times that it was let in again; negative at the end. */
const [left, admitted] = [0, 1];
const words = new Int32Array(turns);

parentPort!.postMessage("here");
while (Atomics.load(words, admitted) >= 0) {
  threads.serve([]);
  const times = Atomics.add(words, left, 1) + 1;
  for (let again = 0; again >= 0 && again < times;) again = Atomics.load(words, admitted);
}
