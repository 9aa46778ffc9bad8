/**
 * Claims of Figures 8 and 9 about the learned strategy, from the rounds in which it took turns with equal
 * cuts.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { modelledChanges } from "./changed_links.ts";
import { SPEEDUPS } from "./strategy_speedups.ts";

/** `throughput(roc, n) >= max(throughput(equal-vertex, n), throughput(equal-edge, n))` on these workloads. */
export function notSlower(evidence: SuiteEvidence, workloads: readonly string[]): ClaimPart[] {
  return workloads.flatMap((workload) =>
    SPEEDUPS.map(({ metric }) => {
      const key = { workload, contender: "learned" };
      return underChanges(
        modelledChanges(evidence, key, metric),
        (change) => evidence.bounded(key, changedMetric(metric, change), { side: "above", bound: 1 }),
      );
    })
  );
}

/** On one GPU there is one partition, however it is cut: no strategy has another. */
export function coincideOnOne(evidence: SuiteEvidence, cells: readonly CellKey[]): ClaimPart[] {
  return cells.map((cell) => {
    const row = evidence.row(cell, "other_partitions"), count = medianOf(row);
    const text = `${cell.contender}: ${count} partitions beside the whole graph`;
    return evidence.exact(count === 0, text, [row], count);
  });
}

/**
 * `min(latency(8 on 2 nodes), latency(16 on 4 nodes)) > min over single-node latencies`, by the learned cuts.
 * Workloads are of one node, and of several.
 */
export function slowerOnMoreNodes(
  evidence: SuiteEvidence,
  { one, more }: Readonly<Record<"one" | "more", readonly string[]>>,
): ClaimPart[] {
  const key = (workload: string) => ({ workload, contender: "learned" });
  return [underChanges(modelledChanges(evidence, key(more[0]), "speedup_over_one"), (change) => {
    const metric = changedMetric("speedup_over_one", change);
    return evidence.timed({
      of: [...one, ...more].map((workload) => evidence.series(key(workload), metric)),
      quantity: (speedups) =>
        Math.max(...speedups.slice(0, one.length)) / Math.max(...speedups.slice(one.length)),
      within: [1, Infinity],
      text: "best latency of several nodes / of one",
    });
  })];
}

/** Note of the suites with these claims. */
export const SPEEDUP_NOTE =
  '"At least as fast" is the speed-up round by round above 1, by more than the A/A run: where two cuts are as fast as one another, ' +
  "the claim stays open.";
