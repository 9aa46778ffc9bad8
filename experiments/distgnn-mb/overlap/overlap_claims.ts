/**
 * The claim of distgnn-mb that rests on whole iterations over a slow network: a delay hides pushes.
 *
 * @module
 */
import { LINK_CHANGES } from "../../../hardware/models/link_changes.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
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

/** Share of a metric of exposed communication that a delay leaves: 0 where an iteration hides all of it. */
function shareLeft(evidence: SuiteEvidence, contender: string, metric: string): ClaimPart {
  const of = DELAYS.map((delay) => evidence.series(cell(contender, delay), metric));
  return evidence.timed({
    of,
    quantity: ([blocking, delayed]) => delayed / blocking,
    within: [-Infinity, 1],
    signed: true,
    words: `${metric} of ${contender} with d = 1 over d = 0 on ${of[0].rows[0].dataset}`,
  });
}

/** Pushes that an iteration hides leave less of them exposed, less waiting, and shorter iterations. */
function hidesPushes(evidence: SuiteEvidence, contender: string): ClaimPart[] {
  const [blocking, delayed] = DELAYS.map((delay) => cell(contender, delay));
  return [
    underChanges(
      LINK_CHANGES,
      (change) => shareLeft(evidence, contender, changedMetric("exposed_time", change)),
    ),
    evidence.less([delayed, "wait_time"], [blocking, "wait_time"]),
    evidence.less([delayed, "elapsed_time"], [blocking, "elapsed_time"]),
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
