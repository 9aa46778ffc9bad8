/**
 * Worker of a pool: it instantiates modules on request and otherwise serves calls. It touches only the shared
 * memory: no files, no network, no WebGPU.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { instantiate } from "./instance.ts";
import { type RangeFunction, ThreadControl } from "./thread_control.ts";
import type { WorkerOrder, WorkerReply } from "./worker_order.ts";

if (parentPort) {
  const port = parentPort;
  const { control, memory } = workerData as { control: SharedArrayBuffer; memory: WebAssembly.Memory };
  const calls = new ThreadControl(control);
  const functions: RangeFunction[] = [];
  // The serving loop is a method of its own: written into this handler, V8 would deoptimise it with the
  // handler.
  port.on("message", (order: WorkerOrder) => {
    if (order === "serve") return calls.serve(functions);
    let reply: WorkerReply = {};
    try {
      functions.push(...instantiate(order.load, memory).values());
    } catch (error) {
      reply = { failed: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(reply);
  });
}
