/**
 * Claims of Section 3.3 about results: neither fusing nor sharing out the work in another way changes them.
 *
 * @module
 */
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { SIZE_IDS } from "./layer_sizes.ts";

/** Largest difference that rounding explains: both add the terms of an entry in one order. */
const TOLERANCE = 1e-6;

/** `allclose(fused, matmul + bias + relu + dropout)` with the same mask. */
export function sameResult(evidence: SuiteEvidence, fused: string): ClaimPart[] {
  return SIZE_IDS.map((workload): ClaimPart => {
    const row = evidence.row({ workload, contender: fused }, "difference"), difference = medianOf(row);
    const text = `${workload}: largest difference over the largest entry ${difference.toExponential(1)}`;
    return evidence.exact(difference <= TOLERANCE, text, [row], difference);
  });
}

/** `allclose(sum_t dW_t, X^T dY)`, from the check of the timed cell and every entry of both gradients. */
export function sameSum(evidence: SuiteEvidence, byRows: string): ClaimPart[] {
  return SIZE_IDS.flatMap((workload): ClaimPart[] => {
    const of = (metric: string) => evidence.row({ workload, contender: byRows }, metric);
    const apart = of("difference"), bound = of("roundings");
    const { rel_err: error = Infinity, tolerance = 0 } = of("time");
    const text = `${workload}: error ${error.toExponential(1)} of ${
      tolerance.toExponential(1)
    } that rounding can make at most`;
    const difference = medianOf(apart), most = medianOf(bound);
    const beside = `${workload}: gradients differ by ${difference.toExponential(1)} of the largest entry, ` +
      `random roundings make ${most.toExponential(1)}`;
    return [
      evidence.exact(error <= tolerance, text, [apart], error),
      evidence.exact(difference <= most, beside, [apart, bound], difference),
    ];
  });
}
