/**
 * Claim of roc Table 1: which strategies balance devices in training, and in the first inference.
 *
 * @module
 */
import type { ClaimPart, TimedPart } from "../../../results/verdicts/evidence.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { largeParts, realOrder } from "./part_premises.ts";
import { SWEPT, unbalancedAtDrifts } from "./drift_sweep.ts";
import type { StrategyId } from "./strategies.ts";
import { BALANCED } from "./strategy_imbalances.ts";

/** Workload of the table. */
export const WORKLOAD = "reddit";

const key = (contender: StrategyId) => ({ workload: WORKLOAD, contender });

/** The worse of a strategy's two imbalances is above the worse of the learned cuts'. */
function notInBoth(evidence: SuiteEvidence, cell: CellKey): TimedPart {
  const worse = (of: CellKey) =>
    ["imbalance", "inference_imbalance"].map((metric) => evidence.series(of, metric));
  return evidence.timed({
    of: [...worse(cell), ...worse(key("learned"))],
    quantity: ([trained, inferred, ownTrained, ownInferred]) =>
      Math.max(trained, inferred) / Math.max(ownTrained, ownInferred),
    within: [1, Infinity],
    text: `the worse imbalance of ${cell.contender} over that of learned`,
  });
}

/**
 * Ticks of the table are imbalances within {@link BALANCED}: of learned cuts in training and in the first
 * inference, of dynamic repartitioning in training. Blanks are orders, since the paper gains at most 1.2 by
 * what it ticks in inference (Section 7.6), which is {@link BALANCED}: dynamic repartitioning is behind
 * learned cuts in the first inference, equal vertices and the edge-cut in at least one of the two. On a
 * stand-in, equal cuts are also asked for at every drift.
 */
function balancedBoth(evidence: SuiteEvidence): ClaimPart[] {
  const balanced = (contender: StrategyId, metric: string) =>
    evidence.bounded(key(contender), metric, { side: "below", bound: BALANCED });
  return [
    balanced("learned", "imbalance"),
    balanced("learned", "inference_imbalance"),
    balanced("dynamic", "imbalance"),
    notInBoth(evidence, key("equal-vertices")),
    notInBoth(evidence, key("static")),
    evidence.equal([key("learned"), key("dynamic")], { metric: "imbalance", margin: BALANCED }),
    evidence.faster(key("learned"), key("static"), "imbalance"),
    evidence.faster(key("dynamic"), key("static"), "imbalance"),
    evidence.faster(key("learned"), key("dynamic"), "inference_imbalance"),
    ...unbalancedAtDrifts(evidence, key("learned"), {
      balanced: BALANCED,
      text: "equal vertices, and equal edges, with which dynamic repartitioning begins, are out of balance",
    }),
  ];
}

/** Rule of the claim on Table 1. */
export const BALANCED_BOTH: ClaimRule = {
  claimId: "roc.q.balanced-both",
  premise: [
    ...largeParts(
      { workloads: [WORKLOAD], contender: "learned" },
      "reddit@1/23.2 on 2 GPUs (--profile standard)",
    ),
    realOrder([key("learned")], SWEPT),
  ],
  decide: balancedBoth,
};
