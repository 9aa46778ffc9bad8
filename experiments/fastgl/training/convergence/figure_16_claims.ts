/**
 * Claims of fastgl Figure 16: both orders of mini-batches end with the same loss.
 *
 * @module
 */
import { medianOf } from "../../../../results/row.ts";
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import { intervalOf, liesWithin } from "../../../claims/interval.ts";
import type { SuiteEvidence } from "../../../claims/suite_evidence.ts";
import { atLeast, atMost } from "../../../premises/condition.ts";
import type { ClaimRule } from "../../../suite.ts";
import { sampledBatches } from "../../sampled_premises.ts";
import { CONVERGING_MODELS } from "./loss_curves.ts";
import { END, markedId, PLAIN, REORDERED } from "./marked_trainings.ts";

/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;
/**
 * Share of the loss of guessing (ln of the number of classes) that a training has to get below: two that
 * learn nothing end with the same loss in any order.
 */
const LEARNED = 0.9;
/** Trainings of each order from which a difference beyond the tolerance counts. */
export const FEWEST_TRAININGS = 9;

/**
 * `abs(final_loss(fastgl) - final_loss(dgl)) <= tolerance`, by the interval over trainings from other
 * weights.
 */
function converges(evidence: SuiteEvidence): ClaimPart[] {
  // The claim is of Reddit.
  return CONVERGING_MODELS.map((model): ClaimPart => {
    const workload = markedId("reddit", model, END);
    const row = evidence.row({ workload, contender: REORDERED.id }, "final_loss_ratio");
    const [own, plain] = [REORDERED.id, PLAIN.id].map((contender) =>
      medianOf(evidence.row({ workload, contender }, "final_loss"))
    );
    const found = intervalOf(row), { value, low, high } = found;
    const isWithin = liesWithin(found, [1 - TOLERANCE, 1 + TOLERANCE]);
    // One training's final loss depends on its weights and shuffles by more than the tolerance.
    const isUnderpowered = isWithin === false && row.n < FEWEST_TRAININGS;
    return evidence.overSeeds(isUnderpowered ? undefined : isWithin, {
      text:
        `${model}: final loss ${own.toPrecision(4)} in FastGL's order, ${plain.toPrecision(4)} in DGL's, ` +
        `ratio ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      rows: [row],
      value,
      open: isUnderpowered
        ? `underpowered: trainings of each order: ${row.n}, ${FEWEST_TRAININGS} are needed`
        : `the interval meets ${100 * TOLERANCE} %`,
    });
  });
}

const DECIDING = CONVERGING_MODELS.map((model) => markedId("reddit", model, END));
const PREMISE = [
  ...sampledBatches(DECIDING, REORDERED.id),
  atLeast(5, {
    name: "trainings of each order",
    readings: (evidence) =>
      DECIDING.map((workload) => {
        const { n, model } = evidence.row({ workload, contender: REORDERED.id }, "final_loss_ratio");
        return { of: model, value: n };
      }),
    elsewhere: "--profile standard",
  }),
  atMost(LEARNED, {
    name: "final loss over that of guessing",
    readings: (evidence) =>
      DECIDING.map((workload) => {
        const row = evidence.row({ workload, contender: PLAIN.id }, "loss_over_guessing");
        return { of: row.model, value: medianOf(row) };
      }),
    elsewhere: "published files",
  }),
];

/** Claims by the rows of the suite. */
export const FIGURE_16_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.convergence", premise: PREMISE, decide: converges },
];
