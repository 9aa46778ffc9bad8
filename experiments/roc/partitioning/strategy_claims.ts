/**
 * Claims of Figures 8 and 9 about the learned strategy, from the rounds in which it took turns with equal
 * cuts.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { quotientWithin } from "../../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { modelledChanges } from "./changed_links.ts";
import { SPEEDUPS } from "./strategy_speedups.ts";

/** Nearer to 1 than this is as fast: `small` is five points. */
const AS_FAST = 0.05;

/** `throughput(roc, n) >= max(throughput(equal-vertex, n), throughput(equal-edge, n))` on these workloads. */
export function notSlower(evidence: SuiteEvidence, workloads: readonly string[]): ClaimPart[] {
  return workloads.flatMap((workload) =>
    SPEEDUPS.map(({ label, metric }) => {
      const key = { workload, contender: "learned" };
      return underChanges(modelledChanges(evidence, key, metric), (change) =>
        quotientWithin(evidence, {
          rows: [evidence.row(key, changedMetric(metric, change))],
          words: `speed-up over ${label}, ${workload}`,
          quotient: ([ratio]) => ratio,
          within: [1 - AS_FAST, Infinity],
        }));
    })
  );
}

/**
 * On one GPU there is one partition, however it is cut: times by the three strategies are equal within the
 * same five points.
 */
export function coincideOnOne(evidence: SuiteEvidence, workload: string): ClaimPart[] {
  return SPEEDUPS.map(({ label, metric }) =>
    quotientWithin(evidence, {
      rows: [evidence.row({ workload, contender: "learned" }, metric)],
      words: `speed-up over ${label}, ${workload}`,
      quotient: ([ratio]) => ratio,
      within: [1 - AS_FAST, 1 + AS_FAST],
    })
  );
}

/** Note of the suites with these claims. */
export const SPEEDUP_NOTE = `\"At least as fast\" and \"equal\" allow ${
  100 * AS_FAST
} %: the interval of the speed-up, round by round, lies beyond or within it.`;
