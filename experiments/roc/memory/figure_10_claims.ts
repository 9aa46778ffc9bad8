/**
 * Claims of roc Figure 10: the order of loads and of epoch times by caching policy.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { sweptPart } from "../../claims/swept_claim.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import type { ClaimRule } from "../../suite.ts";
import { PROGRAM } from "./capacity_sweep.ts";

const STREAMING = "streaming", LRU = "lru";

/** Workload whose epochs are timed. */
export const EPOCH = "epoch";

/** Capacities at which loads are counted, ascending. */
export type Capacities = readonly { readonly workload: string; readonly gigabytes: number }[];

/**
 * `transfer(dp) < transfer(lru) < transfer(none)`, asked at all capacities, as the paper prints none: decided
 * where the answer is one, else open with the capacities at which it holds.
 */
function transferOrder(evidence: SuiteEvidence, capacities: Capacities): ClaimPart[] {
  const row = (workload: string, contender: string) =>
    evidence.row({ workload, contender }, "transfer_volume");
  const swept = capacities.map(({ workload, gigabytes }) => ({
    gigabytes,
    rows: [PROGRAM, LRU, STREAMING].map((contender) => row(workload, contender)),
  }));
  const answers = swept.map(({ gigabytes, rows }) => {
    const [program, lru, streaming] = rows.map(medianOf);
    return { at: gigabytes, holds: program < lru && lru < streaming };
  });
  return [sweptPart(evidence, answers, {
    of: `loads of ${PROGRAM} below those of ${LRU}, and these below those of ${STREAMING}`,
    parameter: "capacity",
    unit: "GB",
    rows: swept.flatMap(({ rows }) => rows),
  })];
}

/** Condition that the capacities go from those that one operation needs to the card's. */
function sweptCapacities(capacities: Capacities, card: number): PremiseCondition {
  const [least, most] = [capacities[0], capacities.at(-1)!];
  return {
    text: "a sweep of the capacity from what one operation needs to the card",
    elsewhere: "all capacities of the suite (no filter)",
    find: (evidence) => {
      const row = evidence.row({ workload: least.workload, contender: PROGRAM }, "needed"),
        needed = medianOf(row);
      // The next capacity below the least would be smaller by a tenth.
      const met = least.gigabytes <= 1.1 * needed && most.gigabytes >= card;
      const swept = `capacities from ${least.gigabytes} to ${most.gigabytes} GB`;
      return { met, text: `${swept}, one operation needs ${needed.toFixed(2)}, the card has ${card}` };
    },
  };
}

/**
 * `time(dp) < time(lru) < time(none)` and `time(none) / time(dp) < transfer(none) / transfer(dp)`, by the
 * same epochs; and the order of loads that the times follow, at all capacities.
 */
function timeOrder(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: string) => ({ workload: EPOCH, contender });
  return [
    evidence.faster(key(PROGRAM), key(LRU), "epoch_time"),
    evidence.faster(key(LRU), key(STREAMING), "epoch_time"),
    evidence.less([key(STREAMING), "epoch_speedup"], [key(STREAMING), "loaded_reduction"]),
  ];
}

/** Rules of all claims on Figure 10, over these capacities and up to those of a card of so many GB. */
export function figure10Claims(capacities: Capacities, cardGB: number): readonly ClaimRule[] {
  const premise = [sweptCapacities(capacities, cardGB)];
  return [
    {
      claimId: "roc.q.transfer-order",
      premise,
      decide: (evidence) => transferOrder(evidence, capacities),
    },
    {
      claimId: "roc.q.time-order",
      premise,
      decide: (evidence) => [...timeOrder(evidence), ...transferOrder(evidence, capacities)],
    },
  ];
}
