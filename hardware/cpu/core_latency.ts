/**
 * Core-to-core latency: the time that a cache line takes from one core to another. A counter that all threads
 * add to costs a multiple of it, and of two machines of one kind it can be the only difference: a hypervisor
 * says nothing of where its cores lie.
 *
 * @module
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { median } from "../../platform/statistics/mod.ts";
import type { CoreLatencyData } from "./core_latency_worker.ts";
import { type HandedNumber, handedNumber, handOver } from "./hand_over.ts";

/** Trips there and back of a sample, and samples, of which the median counts. */
const TRIPS = 2000, SAMPLES = 9;
/** Longest time of all samples in milliseconds: on a busy machine one thread waits for the other to run. */
const LONGEST_MS = 200;

/**
 * Measures the latency in nanoseconds, one way: this thread and a new one hand a number to each other.
 * Undefined where there is one core, or where the other thread did not run beside this one.
 */
export async function coreLatencyNs(
  cores: number = navigator.hardwareConcurrency,
): Promise<number | undefined> {
  if (cores < 2) return undefined;
  const number = handedNumber();
  const worker = new Worker(new URL("./core_latency_worker.ts", import.meta.url), {
    name: "core latency",
    workerData: { number, trips: SAMPLES * TRIPS, ms: 2 * LONGEST_MS } satisfies CoreLatencyData,
  });
  try {
    // Until the thread runs, its first answer would be late.
    await once(worker, "message");
    return latencyNs(number);
  } finally {
    await worker.terminate();
  }
}

function latencyNs(number: HandedNumber): number | undefined {
  const deadline = performance.now() + LONGEST_MS, samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const began = performance.now();
    for (let trip = sample * TRIPS; trip < (sample + 1) * TRIPS; trip++) {
      if (!handOver(number, trip, deadline)) return undefined;
    }
    samples.push((performance.now() - began) * 1e6 / (2 * TRIPS));
  }
  return median(samples);
}
