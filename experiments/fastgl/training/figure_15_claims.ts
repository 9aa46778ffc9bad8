/**
 * Claims of fastgl Figure 15: each technique makes epochs shorter, and each by less than the one before.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, STEPS } from "../policies.ts";
import { SHARED_MEMORY } from "../kernel_premises.ts";
import { overGraphs } from "./over_graphs.ts";
import { memoryIoPhase } from "./training_premises.ts";
import { GCN_MEAN, GRAPHS } from "./training_workloads.ts";

/**
 * `time(dgl) > time(+MR) > time(+MR+MA) > time(+MR+MA+FM)` and `gain(MR) > gain(MA) > gain(FM)`, in the mean
 * over the graphs.
 */
function eachAdds(evidence: SuiteEvidence): ClaimPart[] {
  const [naive, matched, aware, fused] = STEPS.map(({ id }) => ({
    workload: GCN_MEAN,
    contender: id,
  }));
  const graphs = GRAPHS.map((workload) =>
    evidence.row({ workload, contender: DGL_POLICY.id }, "relative_time")
  );
  return [
    evidence.faster(matched, naive, "relative_time"),
    evidence.faster(aware, matched, "relative_time"),
    evidence.faster(fused, aware, "relative_time"),
    // The claim says that a later gain is below an earlier one.
    evidence.faster(aware, matched, "gain"),
    evidence.faster(fused, aware, "gain"),
  ].map((part) => overGraphs(part, graphs));
}

/** Claims by the rows of the suite. */
export const FIGURE_15_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.ablation",
    premise: [SHARED_MEMORY, ...memoryIoPhase(GRAPHS, DGL_POLICY.id)],
    decide: eachAdds,
  },
];
