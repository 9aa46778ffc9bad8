/**
 * Body of a pool's worker: it instantiates modules on request and otherwise serves calls.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { instantiate } from "./instance.ts";
import { type RangeFunction, ThreadControl } from "./thread_control.ts";
import type { WorkerData, WorkerOrder, WorkerReply } from "./worker_order.ts";

/**
 * Serves a pool from a worker. `first` are functions that the worker has before any module is loaded, in the
 * order in which the pool has them. On the main thread this does nothing.
 */
export function serveThread(first: readonly RangeFunction[]): void {
  if (!parentPort) return;
  const port = parentPort;
  const { control, memory, thread } = workerData as WorkerData;
  const calls = new ThreadControl(control, thread);
  const functions: RangeFunction[] = [...first];
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
