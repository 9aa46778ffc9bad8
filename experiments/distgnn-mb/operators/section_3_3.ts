/**
 * distgnn-mb Section 3.3: UPDATE with bias, ReLU and dropout fused into the product, against an operator for
 * each.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { DROPOUT_RATE } from "../rank_models.ts";
import { SIZE_NOTES, sizeOf, type SizeWorkload, sizeWorkloads } from "./layer_sizes.ts";
import { DIFFERENCE_METRICS } from "./result_difference.ts";
import { sameResult } from "./section_3_3_claims.ts";
import { updateTrial } from "./update_trial.ts";

const FUSED = "fused", SEPARATE = "separate";

interface UpdateContender extends Contender {
  readonly fused: boolean;
}

const METRICS = {
  time: { label: "UPDATE", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...DIFFERENCE_METRICS,
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
  claims: [{ claimId: "distgnn-mb.q.fusion-same", decide: (evidence) => sameResult(evidence, FUSED) }],
};
