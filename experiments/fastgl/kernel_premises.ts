/**
 * Premises of claims about the kernels of a card.
 *
 * @module
 */
import type { Metrics } from "../metrics.ts";
import { atMost, type PremiseCondition } from "../premises/condition.ts";
import { metricOf, ON_A_GPU } from "../premises/quantities.ts";
import type { CellKey } from "../claims/suite_evidence.ts";
import { callShare } from "../premises/long_calls.ts";
import { busyThreads } from "../premises/busy_threads.ts";

/**
 * Condition of claims about what Memory-Aware gains: a memory as fast as the first cache that a program fills
 * itself (Section 4.2: "the customizable shared memory provided by GPU"). CPUs have none: there staging is a
 * copy within the caches, which can only cost.
 */
export const SHARED_MEMORY: PremiseCondition = ON_A_GPU;

/** Quantities of kernels of a card. */
export const KERNEL_REGIME = {
  work_items: { label: "work items of the largest launch", unit: "count", shown: false },
  calls: { label: "calls or launches in the time", unit: "count", shown: false },
} as const satisfies Metrics;

/**
 * Conditions of claims about kernels of a card, as far as threads and launches go.
 *
 * @param cells Cells whose times decide.
 */
export function filledDevice(cells: readonly CellKey[], time = "time"): readonly PremiseCondition[] {
  return [
    busyThreads(metricOf("work_items", cells), "larger batches (--profile paper)"),
    atMost(0.1, {
      name: "share of calls",
      readings: callShare(cells, { time, calls: "calls" }),
      elsewhere: "larger batches (--profile paper)",
    }),
  ];
}
