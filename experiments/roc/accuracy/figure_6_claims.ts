/**
 * Claims of roc Figure 6: epochs and time of full batches and of sampled ones to the same accuracy.
 *
 * @module
 */
import { signTest } from "../../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { withinOverSeeds } from "../../claims/seed_parts.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { fiveSeeds, PLANTED_LABELS } from "./accuracy_data.ts";
import {
  END,
  ROC,
  SAGE,
  SAMPLERS,
  type System,
  SYSTEMS,
  targetId,
  TARGETS,
  type TargetWorkload,
  TWO_EPOCHS,
} from "./accuracy_targets.ts";

type Target = TargetWorkload["target"];

const cell = (target: Target, { id }: System): CellKey => ({ workload: targetId(target), contender: id });

/** Accuracy of a target, in words. */
const targetText = (target: Target): string =>
  typeof target === "number" ? `${target} % of the best accuracy` : "GraphSAGE's accuracy after two epochs";

/**
 * `epochs_to(a, roc) > epochs_to(a, graphsage)` at the accuracy that GraphSAGE has after two epochs. A seed
 * whose full batches do not reach it takes one epoch more than it was trained for, at least.
 */
function moreEpochs(evidence: SuiteEvidence): ClaimPart {
  const whole = evidence.row(cell(TWO_EPOCHS, ROC), "epochs_at_least");
  const sage = evidence.row(cell(TWO_EPOCHS, SAGE), "epochs_to_accuracy");
  const counts = [whole, sage].map(medianOf);
  return withinOverSeeds(evidence, {
    rows: [whole, sage],
    text: `epochs of full batches, at least ${counts[0]}, less GraphSAGE's ${
      counts[1]
    }, to its accuracy after two`,
    number: ([a, b]) => a - b,
    within: [1, Infinity],
  });
}

/** p of a one-sided test by which most seeds miss a target, as that of an end of a 95 % interval. */
const SURELY = 0.025;

/**
 * `time_to(a, roc) <= time_to(a, sampler)` at one target; no part where neither reaches it in every seed. One
 * that misses it in some seeds is the later one only where most seeds surely miss it.
 */
function timeToTarget(evidence: SuiteEvidence, target: Target, sampler: System): ClaimPart[] {
  const keys = [ROC, sampler].map((system) => cell(target, system));
  const [own, other] = keys.map((key) => evidence.find(key, "epochs_to_accuracy"));
  if (own === undefined && other === undefined) return [];
  if (own !== undefined && other !== undefined) {
    const part = evidence.faster(keys[0], keys[1], "time_to_accuracy");
    return [{ ...part, text: `${targetText(target)}: ${part.text}` }];
  }
  const rows = keys.map((key) => evidence.row(key, "seeds_reached"));
  const [{ n }] = keys.map((key) => evidence.row(key, "epochs_at_least"));
  const [ownSeeds, otherSeeds] = rows.map(medianOf), fewer = Math.min(ownSeeds, otherSeeds);
  const misses = Array.from({ length: n }, (_, seed) => seed < fewer ? -1 : 1);
  const isSure = signTest(misses, "greater").p <= SURELY;
  return [evidence.overSeeds(isSure ? own !== undefined : undefined, {
    text: `${
      targetText(target)
    }: full batches reach it in ${ownSeeds} of ${n} seeds, ${sampler.id} in ${otherSeeds}`,
    rows,
    open: "too few seeds miss it to say which of the two is later",
  })];
}

/** `accuracy(roc) >= accuracy(sampler)` at the end. */
function endsHigher(evidence: SuiteEvidence, sampler: System): ClaimPart {
  return withinOverSeeds(evidence, {
    rows: [evidence.row(cell(END, sampler), "roc_gain")],
    text: `final accuracy above that of ${sampler.id}, points`,
    within: [0, Infinity],
  });
}

/** Rules of all claims on Figure 6. */
export const FIGURE_6_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "roc.q.more-epochs",
    premise: [fiveSeeds([ROC, SAGE].map((system) => cell(TWO_EPOCHS, system)), "target_accuracy")],
    onStandIns: PLANTED_LABELS,
    decide: (evidence) => [moreEpochs(evidence)],
  },
  {
    claimId: "roc.q.time-to-accuracy",
    premise: [fiveSeeds(SYSTEMS.map((system) => cell(END, system)), "final_accuracy")],
    onStandIns: PLANTED_LABELS,
    decide: (evidence) => [
      ...([...TARGETS, TWO_EPOCHS] as const).flatMap((target) =>
        SAMPLERS.flatMap((sampler) => timeToTarget(evidence, target, sampler))
      ),
      ...SAMPLERS.map((sampler) => endsHigher(evidence, sampler)),
    ],
  },
];
