/**
 * Claims of fastgl Figure 3: which phase is the largest after each technique.
 *
 * @module
 */
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../../suite.ts";
import { type HoldsOver, turningText } from "../../links/turning_text.ts";
import { DGL_POLICY, MATCH_REORDER, MATCH_REORDER_AWARE } from "../../policies.ts";
import { memoryIoPhase } from "../training_premises.ts";
import { PRODUCTS, STEP_MODELS } from "../training_workloads.ts";

const WORKLOADS = STEP_MODELS.map((model) => `${PRODUCTS}:${model}`);
const PREMISE = memoryIoPhase(WORKLOADS, DGL_POLICY.id);

/** Text of a claim about a step: the links at which it turns. */
const turnsWith = (contender: string, holdsOver: HoldsOver) => (evidence: SuiteEvidence): string =>
  turningText(evidence, WORKLOADS.map((workload) => ({ workload, contender })), { holdsOver });

/** A ratio of a step lies above 1 with both models, or a share of its time above a half. */
function aboveWithBoth(
  contender: string,
  metric: string,
  kind: "bounded" | "share",
): (evidence: SuiteEvidence) => ClaimPart[] {
  const bound = kind === "share" ? 50 : 1;
  return (evidence) =>
    WORKLOADS.map((workload) => evidence[kind]({ workload, contender }, metric, { side: "above", bound }));
}

/** Claims by the rows of the suite. */
export const FIGURE_3_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.naive-io",
    premise: PREMISE,
    decide: aboveWithBoth(DGL_POLICY.id, "memory_io_lead", "bounded"),
    turns: turnsWith(DGL_POLICY.id, "slower"),
  },
  {
    claimId: "fastgl.q.mr-then-computation",
    premise: PREMISE,
    decide: aboveWithBoth(MATCH_REORDER.id, "computation_lead", "bounded"),
    turns: turnsWith(MATCH_REORDER.id, "faster"),
  },
  {
    claimId: "fastgl.q.ma-then-sample",
    premise: PREMISE,
    decide: aboveWithBoth(MATCH_REORDER_AWARE.id, "sample_share", "share"),
    turns: turnsWith(MATCH_REORDER_AWARE.id, "faster"),
  },
];
