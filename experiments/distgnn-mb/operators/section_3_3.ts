/**
 * distgnn-mb Section 3.3: UPDATE with bias, ReLU and dropout fused into the product, against an operator for
 * each.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { UPDATE_METRICS, updateTrial } from "./update_trial.ts";
import { SIZE_IDS, SIZE_NOTES, sizeOf, type SizeWorkload, sizeWorkloads } from "./layer_sizes.ts";
import { DROPOUT_RATE } from "../rank_models.ts";

const FUSED = "fused", SEPARATE = "separate";

/** Largest difference that rounding explains: both add the terms of an entry in one order. */
const TOLERANCE = 1e-6;

/** `allclose(fused, matmul + bias + relu + dropout)` with the same mask. */
function sameResult(evidence: SuiteEvidence): ClaimPart[] {
  return SIZE_IDS.map((workload): ClaimPart => {
    const row = evidence.row({ workload, contender: FUSED }, "difference"), difference = medianOf(row);
    const words = `${workload}: largest difference over the largest entry ${difference.toExponential(1)}`;
    return evidence.exact(difference <= TOLERANCE, words, [row], difference);
  });
}

interface UpdateContender extends Contender {
  readonly fused: boolean;
}

const METRICS = {
  time: { label: "UPDATE", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...UPDATE_METRICS,
} as const satisfies Metrics;

/** distgnn-mb Section 3.3: time of UPDATE, fused and as an operator each. */
export const section33: Suite<SizeWorkload, UpdateContender, typeof METRICS> = {
  id: "distgnn-mb/section-3-3",
  artifact: "Section 3.3",
  title: "Fused UPDATE",
  question: "What does it save to do bias, ReLU and dropout while a block of the product is in the cache?",
  contenders: [
    { id: SEPARATE, label: "matmul, bias, ReLU, dropout", fused: false },
    { id: FUSED, label: "fused", fused: true },
  ],
  baseline: SEPARATE,
  workloads: sizeWorkloads,
  settings: { "dropout": String(DROPOUT_RATE), "mask": "drawn by counter: the same for both" },
  measurement: {
    kind: "timed",
    // The claim is one about numbers.
    decides: false,
    trial: (lab, _dataset, workload, { fused }) => Promise.resolve(updateTrial(lab, sizeOf(workload), fused)),
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SIZE_NOTES,
    "The product is the same kernel on both sides, blocked in registers and packed panels; the paper's own " +
    "blocks (bn, bc, bk) are not printed.",
    "The printed gains of UPDATE (44 % and 48 %) do not say of what they are shares; they stand beside " +
    "Figure 2.",
  ],
  claims: [{ claimId: "distgnn-mb.q.fusion-same", decide: sameResult }],
};
