/**
 * The claim of eppgcn Figure 1: backward propagation takes about half of a training, and aggregation most of
 * that.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { pathPremise } from "../path_premises.ts";
import { CONTENDER } from "./phase_shares.ts";

/**
 * The paper shows four graphs and does not say which: two that are at hand, and the extremes of degree among
 * the larger.
 */
export const DATASETS = ["pubmed", "twitter", "blog", "com-youtube"] as const;
/** The small one, of which Section 6.4 prints less than the figure shows. */
export const SMALL: typeof DATASETS[number] = "pubmed";
const LARGER = DATASETS.filter((id) => id !== SMALL);
/** "About half" of the claim, as its formula has it. */
const HALF = { from: 40, to: 65 };
const MOST = 50;

/** Each share on the claimed side of its bounds, epoch by epoch. */
function backwardShare(evidence: SuiteEvidence): ClaimPart[] {
  const bounds = [
    ["backward_share", { side: "above", bound: HALF.from }],
    ["backward_share", { side: "below", bound: HALF.to }],
    ["aggregation_share_of_backward", { side: "above", bound: MOST }],
  ] as const;
  return LARGER.flatMap((workload) =>
    bounds.map(([metric, bound]) => evidence.share({ workload, contender: CONTENDER }, metric, bound))
  );
}

/** Claims that Figure 1 decides. */
export const CLAIMS: readonly ClaimRule[] = [{
  claimId: "eppgcn.q.backward-share",
  premise: pathPremise(LARGER.map((workload) => ({ workload, contender: CONTENDER })), {
    time: "backward_aggregation_time",
  }),
  decide: backwardShare,
}];
