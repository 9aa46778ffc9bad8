/**
 * Memory of ranks and their exchange before the first product, as metrics of a suite.
 *
 * @module
 */
import type { Facts, Metrics } from "../../metrics.ts";
import type { RankedTimes } from "./timed_programs.ts";

/** Metrics of memory and of the start. */
export const RANK_MEMORY_METRICS = {
  share_bytes: {
    label: "largest share of a rank: its rows of graph and inputs",
    unit: "bytes",
    better: "lower",
  },
  device_bytes: { label: "memory on the device of the fullest rank", unit: "bytes", better: "lower" },
  arrival_bytes: { label: "of it for rows of other ranks", unit: "bytes", better: "lower" },
  list_bytes: { label: "received by all ranks before the first product", unit: "bytes", better: "lower" },
  peak_memory: { label: "peak memory of the fullest rank's process", unit: "bytes", better: "lower" },
} as const satisfies Metrics;

/**
 * Memory of a case by metric. The peak of a process is known only where each rank is a process that began for
 * this case (`--engine mpi`, without a world that the user started).
 */
export function rankMemoryFacts(
  { ranks, shareBytes, deviceBytes, arrivalBytes, listBytes, peakBytes }: RankedTimes,
): Facts<typeof RANK_MEMORY_METRICS> {
  const of = (value: number) => ({ value, ranks });
  return {
    share_bytes: of(shareBytes),
    device_bytes: of(deviceBytes),
    arrival_bytes: of(arrivalBytes),
    list_bytes: of(listBytes),
    ...(peakBytes && { peak_memory: of(Math.max(...peakBytes)) }),
  };
}
