/**
 * What Figures 8 and 9 claim of the learned strategy, from the rounds in which it took turns with equal cuts.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { modelledChanges } from "./changed_links.ts";

/** What the learned strategy is compared with. */
export const SPEEDUPS = [
  { over: "equal-vertices", label: "equal vertices" },
  { over: "equal-edges", label: "equal edges" },
] as const;

/** `speedup_over_equal_edges`. */
export function speedupMetric(over: (typeof SPEEDUPS)[number]["over"]): string {
  return `speedup_over_${over.replace("-", "_")}`;
}

/** Nearer to 1 than this is as fast: `small` is five points. */
const AS_FAST = 0.05;

/** `throughput(roc, n) >= max(throughput(equal-vertex, n), throughput(equal-edge, n))` on these workloads. */
export function notSlower(evidence: SuiteEvidence, workloads: readonly string[]): ClaimPart[] {
  return workloads.flatMap((workload) =>
    SPEEDUPS.map(({ over, label }) => {
      const key = { workload, contender: "learned" }, metric = speedupMetric(over);
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

/** On one GPU there is one partition, however it is cut: its times by the three strategies are equal within the same five points. */
export function coincideOnOne(evidence: SuiteEvidence, workload: string): ClaimPart[] {
  return SPEEDUPS.map(({ over, label }) =>
    quotientWithin(evidence, {
      rows: [evidence.row({ workload, contender: "learned" }, speedupMetric(over))],
      words: `speed-up over ${label}, ${workload}`,
      quotient: ([ratio]) => ratio,
      within: [1 - AS_FAST, 1 + AS_FAST],
    })
  );
}

/** What a reader must know of these claims. */
export const SPEEDUP_NOTE = `\"At least as fast\" and \"equal\" allow ${
  100 * AS_FAST
} %: the interval of the speed-up, round by round, lies beyond or within it.`;
