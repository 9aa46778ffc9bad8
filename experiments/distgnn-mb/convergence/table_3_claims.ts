/**
 * The claims of distgnn-mb that rest on Table 3, over the seeds of each training.
 *
 * @module
 */
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { endOverSeeds, withinOverSeeds } from "../../claims/seed_parts.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { atLeast } from "../../premises/condition.ts";
import type { ClaimRule } from "../../suite.ts";
import { PUSHED, SINGLE } from "./arrangements.ts";

/**
 * `target_accuracy - accuracy(distributed) < 1`, by the interval over seeds. The paper trains until it is; a
 * training that ends while its accuracy rises does not contradict it.
 */
function keepsAccuracy(evidence: SuiteEvidence, workloads: readonly string[]): ClaimPart[] {
  return workloads.flatMap((workload) =>
    PUSHED.map(({ id: contender }) =>
      endOverSeeds(evidence, {
        rows: [evidence.row({ workload, contender }, "accuracy_gap")],
        text: `accuracy_gap of ${contender} on ${workload}`,
        within: [-Infinity, 1],
        lateGain: evidence.row({ workload, contender }, "late_gain"),
        moves: "down",
      })
    )
  );
}

/** `epochs_to_target(distributed) > epochs_to_target(single)`. */
function needsMoreEpochs(evidence: SuiteEvidence, workloads: readonly string[]): ClaimPart[] {
  const metric = "epochs_to_accuracy";
  return workloads.flatMap((workload) =>
    PUSHED.map(({ id: contender }): ClaimPart => {
      const own = { workload, contender };
      if (evidence.find(own, metric)) {
        return withinOverSeeds(evidence, {
          rows: [own, { workload, contender: SINGLE.id }].map((key) => evidence.row(key, metric)),
          text: `epochs of ${contender} less those of one rank on ${workload}`,
          number: ([distributed, single]) => distributed - single,
          within: [Number.MIN_VALUE, Infinity],
        });
      }
      const row = evidence.row(own, "reached");
      const text = `${contender} on ${workload} is within a point of the target for ${
        medianOf(row)
      } % of the seeds`;
      const open = "the training is too short to say";
      return evidence.overSeeds(undefined, { text, rows: [row], value: medianOf(row), open });
    })
  );
}

/** Rules of all claims on Table 3, by the ids of the workloads that they are decided on. */
export function table3Claims(workloads: readonly string[]): readonly ClaimRule[] {
  const premise = [
    atLeast(5, {
      name: "seeds",
      readings: (evidence) =>
        workloads.flatMap((workload) =>
          PUSHED.map(({ id: contender, label }) => ({
            of: `${label} on ${workload}`,
            value: evidence.row({ workload, contender }, "accuracy_gap").n ?? 0,
          }))
        ),
      elsewhere: "--profile standard",
    }),
  ];
  const shared = { premise, onStandIns: "two of the three graphs have planted labels" };
  return [
    {
      claimId: "distgnn-mb.q.accuracy-kept",
      ...shared,
      decide: (evidence) => keepsAccuracy(evidence, workloads),
    },
    {
      claimId: "distgnn-mb.q.more-epochs",
      ...shared,
      decide: (evidence) => needsMoreEpochs(evidence, workloads),
    },
  ];
}
