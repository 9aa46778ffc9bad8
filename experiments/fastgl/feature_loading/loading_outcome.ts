/**
 * Outcome of loading features by a policy, beside another one.
 *
 * @module
 */
import type { JointOutcome } from "../../measurement.ts";
import { type LINK_METRICS, overLinks } from "../links/loading_links.ts";
import { flipFact, savingPaysBelow } from "../links/turning_speeds.ts";
import type { LoadedEpochs, MemoryIo } from "./memory_io.ts";
import { type MEMORY_IO, memoryIoCounts, memoryIoTimes, roundsOver } from "./memory_io_metrics.ts";

/**
 * Times and counts of loading by a policy, its memory IO over links, and the speed of a link up to which it
 * saves time beside `other`; without that speed where there is no other.
 */
export function loadingOutcome(
  own: MemoryIo,
  loaded: Pick<LoadedEpochs, "features" | "epochLength">,
  other: MemoryIo | undefined,
): JointOutcome<typeof MEMORY_IO & typeof LINK_METRICS> {
  const rounds = roundsOver(own, loaded), others = other && roundsOver(other, loaded);
  return {
    times: memoryIoTimes(own),
    facts: {
      ...memoryIoCounts(own, loaded.features),
      ...overLinks(rounds),
      ...(others && flipFact(rounds.map((round, i) => savingPaysBelow(round, others[i])))),
    },
    factors: { gather: own.gatherKernel },
  };
}
