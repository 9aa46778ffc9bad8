/**
 * Claim of fastgl Figure 12: Memory-Aware aggregation has a higher throughput than the baselines' kernels.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL, GNNADVISOR, type Policy } from "../policies.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { PRODUCTS } from "../training/training_workloads.ts";
import { aggregationWorkload, DIRECTIONS } from "./sampled_aggregation.ts";
import { filledDevice, SHARED_MEMORY } from "../kernel_premises.ts";

/** Policies that FastGL is compared with. */
export const BASELINES: readonly Policy[] = [DGL_POLICY, GNNADVISOR];

/** `throughput(fastgl) > max(throughput(dgl), throughput(gnnadvisor))`, forward and backward. */
function roofline(evidence: SuiteEvidence): ClaimPart[] {
  return DIRECTIONS.flatMap((direction) => {
    const workload = aggregationWorkload(PRODUCTS, direction);
    return BASELINES.map(({ id: contender }): ClaimPart => {
      const part = evidence.faster({ workload, contender: FASTGL.id }, { workload, contender });
      return { ...part, text: `${direction}: ${part.text}` };
    });
  });
}

const WORKLOADS = DIRECTIONS.map((direction) => aggregationWorkload(PRODUCTS, direction));
const PREMISE = [
  SHARED_MEMORY,
  ...sampledBatches(WORKLOADS, FASTGL.id),
  ...filledDevice(
    WORKLOADS.flatMap((workload) =>
      [...BASELINES, FASTGL].map(({ id: contender }) => ({ workload, contender }))
    ),
  ),
];

/** Claims by the rows of the suite. */
export const FIGURE_12_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.roofline", premise: PREMISE, decide: roofline },
];
