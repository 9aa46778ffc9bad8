/**
 * Thread that hands numbers back to the one that measures the latency between two cores.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { handBack, type HandedNumber } from "./hand_over.ts";

/** Data of the thread. */
export interface CoreLatencyData {
  /** Number that is handed over. */
  readonly number: HandedNumber;
  /** Trips to answer. */
  readonly trips: number;
  /** Longest time that they may take together, in milliseconds. */
  readonly ms: number;
}

const { number, trips, ms } = workerData as CoreLatencyData;
parentPort?.postMessage("ready");
handBack(number, trips, performance.now() + ms);
