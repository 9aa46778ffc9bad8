/**
 * distgnn-mb Section 3.3: the gradient of the weights with threads sharing the rows of the mini-batch,
 * against threads sharing the gradient.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { SOCKET_THREADS } from "../socket_threads.ts";
import { SIZE_IDS, SIZE_NOTES, sizeOf, type SizeWorkload, sizeWorkloads } from "./layer_sizes.ts";
import { sameSum } from "./section_3_3_claims.ts";
import { GRADIENT_METRICS, type GradientSplit, weightGradientTrial } from "./weight_gradient_trial.ts";

const BY_ROWS = "n-split", BY_WEIGHTS = "ck-split";

interface SplitContender extends Contender {
  readonly split: GradientSplit;
}

const CONTENDERS: readonly SplitContender[] = [
  { id: BY_WEIGHTS, label: "threads share C, K", split: "C,K" },
  { id: BY_ROWS, label: "threads share N, sums are added", split: "N" },
];

const METRICS = {
  time: { label: "gradient of the weights", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...GRADIENT_METRICS,
} as const satisfies Metrics;

/** distgnn-mb Section 3.3: time of the weight gradient by what threads share. */
export const weightGradient: Suite<SizeWorkload, SplitContender, typeof METRICS> = {
  id: "distgnn-mb/section-3-3-bwd-w",
  artifact: "Section 3.3",
  title: "Weight gradient",
  question: "Should threads share the rows of a mini-batch or the weights?",
  contenders: CONTENDERS,
  baseline: BY_WEIGHTS,
  workloads: sizeWorkloads,
  settings: { "kernel": "the same register tiles on both sides" },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, _dataset, workload, { split }) =>
      Promise.resolve(weightGradientTrial(lab, sizeOf(workload), split)),
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SIZE_NOTES,
    "Threads that share C, K multiply the transposed rows, which are given to them: transposing is not " +
    "timed, in their favour.",
    "The fewer threads, the less is gained by sharing N: the paper has 40, which leaves six rows of dW to " +
    "each where C is 256.",
  ],
  claims: [
    { claimId: "distgnn-mb.q.bwd-w-same", decide: (evidence) => sameSum(evidence, BY_ROWS) },
    {
      claimId: "distgnn-mb.q.bwd-w-fast",
      premise: [SOCKET_THREADS],
      decide: (evidence) =>
        SIZE_IDS.map((workload): ClaimPart => {
          const part = evidence.faster({ workload, contender: BY_ROWS }, { workload, contender: BY_WEIGHTS });
          return { ...part, text: `${workload}: ${part.text}` };
        }),
    },
  ],
};
