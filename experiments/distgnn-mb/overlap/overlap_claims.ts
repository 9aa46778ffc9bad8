/**
 * The claim of distgnn-mb that rests on whole iterations over a slow network: a delay hides pushes.
 *
 * @module
 */
import { LINK_CHANGES } from "../../../hardware/models/link_changes.ts";
import type { ClaimPart, TimedPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { atLeast } from "../../premises/condition.ts";
import { metricOf } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { type Delay, DELAYS } from "../convergence/delayed_trainings.ts";
import type { ModelContender } from "../ranks/scaling.ts";
import { type OverlapLink, overlapWorkloadId } from "./linked_trainings.ts";

/** Link by which the claim is decided: the slowest that clusters have. */
const DECIDING: OverlapLink = "10g";

const cell = (contender: string, delay: Delay) => ({
  workload: overlapWorkloadId(DECIDING, delay),
  contender,
});

/**
 * "A delay leaves less exposed": by the difference of both, since pushes that are hidden whole leave nothing,
 * which no ratio can be taken to.
 */
function exposesLess(
  evidence: SuiteEvidence,
  { contender, metric }: { readonly contender: string; readonly metric: string },
): TimedPart {
  const cells = DELAYS.map((delay) => cell(contender, delay));
  return evidence.timed({
    of: cells.map((each) => evidence.series(each, metric)),
    quantity: ([blocking, delayed]) => blocking - delayed,
    within: [0, Infinity],
    text: cells.map(({ workload }) => `${metric} of ${contender} on ${workload}`).join(" less "),
    unit: "ms",
    signed: true,
  });
}

/** Pushes that an iteration hides leave less of them exposed, less waiting, and shorter iterations. */
function hidesPushes(evidence: SuiteEvidence, contender: string): ClaimPart[] {
  const [blocking, delayed] = DELAYS.map((delay) => cell(contender, delay));
  return [
    underChanges(
      LINK_CHANGES,
      (change) => exposesLess(evidence, { contender, metric: changedMetric("exposed_time", change) }),
    ),
    ...["wait_time", "elapsed_time"].map((metric) => {
      const part = evidence.faster(delayed, blocking, metric);
      return { ...part, text: `delay ${DELAYS.join(" over ")}: ${part.text}` };
    }),
  ];
}

/** Rules of all claims on the overlap of these models. */
export function overlapClaims(models: readonly ModelContender[]): readonly ClaimRule[] {
  // A push takes longer than ranks are apart: else it is they that are waited for.
  const longPushes = atLeast(1, {
    name: "transfer of a push over rank skew",
    readings: metricOf("push_over_skew", models.map(({ id }) => cell(id, 0))),
    elsewhere: "ranks on nodes of their own, with --profile paper",
  });
  return [{
    claimId: "distgnn-mb.q.overlap",
    premise: [longPushes],
    decide: (evidence) => models.flatMap(({ id }) => hidesPushes(evidence, id)),
  }];
}
