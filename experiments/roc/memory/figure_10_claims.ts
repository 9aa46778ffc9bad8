/**
 * Claims of roc Figure 10: the order of loads and of epoch times by caching policy.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { intervalOf, liesBelow, spellInterval } from "../../claims/interval.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";

const STREAMING = "streaming", LRU = "lru";

/** Policy of the dynamic program. */
export const PROGRAM = "dynamic-program";

/** Workload whose epochs are timed. */
export const EPOCH = "epoch";

/** `transfer(dp) < transfer(lru) < transfer(none)` at one capacity. */
export function transferOrder(
  evidence: SuiteEvidence,
  { workload, gigabytes }: { readonly workload: string; readonly gigabytes: number },
): ClaimPart[] {
  const row = (contender: string) => evidence.row({ workload, contender }, "transfer_volume");
  return ([[PROGRAM, LRU], [LRU, STREAMING]] as const).map(([less, more]) => {
    const [a, b] = [row(less), row(more)], [low, high] = [medianOf(a), medianOf(b)];
    const words = `at ${gigabytes} GB: ${less} ${low.toFixed(2)}, ${more} ${high.toFixed(2)} GB an epoch`;
    return evidence.exact(low < high, words, [a, b], high / low);
  });
}

/**
 * `time(dp) < time(lru) < time(none)` and `time(none) / time(dp) < transfer(none) / transfer(dp)`, by the
 * same epochs.
 */
export function timeOrder(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: string) => ({ workload: EPOCH, contender });
  const speedup = evidence.row(key(STREAMING), "epoch_speedup");
  const loads = evidence.row(key(STREAMING), "loaded_reduction");
  const found = intervalOf(speedup);
  const times = medianOf(loads).toFixed(2);
  return [
    evidence.faster(key(PROGRAM), key(LRU), "epoch_time"),
    evidence.faster(key(LRU), key(STREAMING), "epoch_time"),
    evidence.decide(liesBelow(found, intervalOf(loads)), {
      words: `epochs ${spellInterval(found)} times, loads ${times} times as much without a cache`,
      rows: [speedup, loads],
      value: found.value,
      open: "the interval meets the ratio of the loads",
    }),
  ];
}
