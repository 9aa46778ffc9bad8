/**
 * distgnn-mb Section 3.3: the gradient of the weights with threads sharing the rows of the mini-batch, against threads sharing the
 * gradient.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { weightGradientTrial } from "./dense_trials.ts";
import { SIZE_IDS, SIZE_NOTES, sizeOf, sizeWorkloads } from "./layer_sizes.ts";
import type { TextSuite } from "../text_suite.ts";

const BY_ROWS = "n-split", BY_WEIGHTS = "ck-split";

/** `allclose(sum_t dW_t, X^T dY)`: what the check of the timed cell has found. */
function sameSum(evidence: SuiteEvidence): ClaimPart[] {
  return SIZE_IDS.map((workload): ClaimPart => {
    const row = evidence.row({ workload, contender: BY_ROWS }, "time");
    const { rel_err: error = Infinity, tolerance = 0 } = row;
    const words = `${workload}: error ${error.toExponential(1)} of ${
      tolerance.toExponential(1)
    } that rounding explains`;
    return evidence.exact(error <= tolerance, words, [row], error);
  });
}

/** The suite. */
export const weightGradient: TextSuite = {
  id: "distgnn-mb/section-3-3-bwd-w",
  paper: "distgnn-mb",
  artifact: "Section 3.3",
  title: "Weight gradient",
  question: "Should threads share the rows of a mini-batch or the weights?",
  contenders: [
    { id: BY_WEIGHTS, label: "threads share C, K" },
    { id: BY_ROWS, label: "threads share N, sums are added" },
  ],
  baseline: BY_WEIGHTS,
  workloads: sizeWorkloads,
  settings: { "kernel": "the same register tiles on both sides" },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, _dataset, workload, { id }) =>
      Promise.resolve(weightGradientTrial(lab, sizeOf(workload), id === BY_ROWS ? "N" : "C,K")),
  },
  metrics: [
    { id: "time", label: "gradient of the weights", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up", unit: "x", better: "higher" },
  ],
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SIZE_NOTES,
    "Threads that share C, K multiply the transposed rows, which are given to them: transposing is not timed, in their favour.",
    "The fewer threads, the less is gained by sharing N: the paper has 40, which leaves six rows of dW to each where C is 256.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "distgnn-mb.q.bwd-w-same", decide: sameSum },
    {
      claimId: "distgnn-mb.q.bwd-w-fast",
      decide: (evidence) =>
        SIZE_IDS.map((workload): ClaimPart => {
          const part = evidence.faster({ workload, contender: BY_ROWS }, { workload, contender: BY_WEIGHTS });
          return { ...part, words: `${workload}: ${part.words}` };
        }),
    },
  ],
};
