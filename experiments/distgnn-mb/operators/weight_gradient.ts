/**
 * distgnn-mb Section 3.3: the gradient of the weights with threads sharing the rows of the mini-batch,
 * against threads sharing the gradient.
 *
 * @module
 */
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { gemm, type GemmProblem } from "../../../kernels/gemm/mod.ts";
import { hostDigest } from "../../../kernels/checks/host_digest.ts";
import { kernelName } from "../../../kernels/kernel.ts";
import { stageKernel } from "../../../kernels/staged_kernel.ts";
import { checkPlan, recheckPlans } from "../../../kernels/plan_check.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { randomFeatures } from "../../trials/spmm_trial.ts";
import { SOCKET_THREADS } from "../rank_premises.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { resultDifference } from "./result_difference.ts";
import {
  layerBytes,
  type LayerSize,
  SIZE_IDS,
  SIZE_NOTES,
  sizeOf,
  type SizeWorkload,
  sizeWorkloads,
} from "./layer_sizes.ts";

/** Metrics of both gradients together. */
const DIFFERENCE = {
  difference: { label: "largest difference over the largest entry", unit: "1", better: "lower" },
  roundings: { label: "difference by random roundings", unit: "1", shown: false },
} as const satisfies Metrics;

/** Share of the largest entry that the roundings of a sum of n terms of either sign come to, like a walk. */
const roundings = (n: number) => 2 ** -23 * Math.sqrt(n);

const BY_ROWS = "n-split", BY_WEIGHTS = "ck-split";

/** Work that threads share: rows of the mini-batch, or rows of the gradient. */
export type GradientSplit = "N" | "C,K";

/**
 * The gradient of a layer's weights, `dW = F^T G`: threads share the N rows and add their sums, or share the
 * C rows of dW. For the latter F is given transposed, which is not timed.
 */
export function weightGradientTrial(
  lab: Lab,
  size: LayerSize,
  split: GradientSplit,
): Trial<typeof DIFFERENCE> {
  const { device, seed } = lab, { rows: n, inputs: rows, outputs: cols } = size;
  const features = randomFeatures(n, rows, seed), b = randomFeatures(n, cols, seed + 1);
  const problemOf = (split: GradientSplit): GemmProblem =>
    split === "N"
      ? { form: "tn", a: features, b, rows, inner: n, cols }
      : { form: "nn", a: transposed(features, n, rows), b, rows, inner: n, cols };
  const problem = problemOf(split);
  const kernel = kernelsOn(gemm.kernels, device.backend).at(-1)!;
  const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
  return {
    identity: { kernel: kernelName(kernel), source: kernel.source, split, ...size },
    bytes: 2 * layerBytes(size),
    work: gemm.work(problem),
    facts: { roundings: roundings(n) },
    prepare: async (): Promise<PreparedTrial> => {
      const digest = hostDigest(problem);
      const plan = await stageKernel(device, problem, { operation: gemm, kernel, hostDigest: digest });
      return {
        prepareMs: plan.prepareMs,
        run: plan.run,
        check: () => checkPlan(device, plan, bounds),
        recheck: (seed) => recheckPlans(device, [plan], seed),
        breakdown: async () => {
          const other = await stageKernel(device, problemOf(split === "N" ? "C,K" : "N"), {
            operation: gemm,
            kernel,
          });
          try {
            const both = [plan, other].map(({ run, operands }) => ({ run, result: operands.output }));
            return { times: {}, facts: { difference: await resultDifference(device, [both[0], both[1]]) } };
          } finally {
            other.destroy();
          }
        },
        destroy: plan.destroy,
      };
    },
  };
}

function transposed(values: Float32Array, rows: number, cols: number): Float32Array {
  const flipped = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) flipped[c * rows + r] = values[r * cols + c];
  return flipped;
}

interface SplitContender extends Contender {
  readonly split: GradientSplit;
}

const CONTENDERS: readonly SplitContender[] = [
  { id: BY_WEIGHTS, label: "threads share C, K", split: "C,K" },
  { id: BY_ROWS, label: "threads share N, sums are added", split: "N" },
];

/** `allclose(sum_t dW_t, X^T dY)`, from the check of the timed cell and every entry of both gradients. */
function sameSum(evidence: SuiteEvidence): ClaimPart[] {
  return SIZE_IDS.flatMap((workload): ClaimPart[] => {
    const of = (metric: string) => evidence.row({ workload, contender: BY_ROWS }, metric);
    const apart = of("difference"), bound = of("roundings");
    const { rel_err: error = Infinity, tolerance = 0 } = of("time");
    const words = `${workload}: error ${error.toExponential(1)} of ${
      tolerance.toExponential(1)
    } that rounding can make at most`;
    const difference = medianOf(apart), most = medianOf(bound);
    const beside = `${workload}: gradients differ by ${difference.toExponential(1)} of the largest entry, ` +
      `random roundings make ${most.toExponential(1)}`;
    return [
      evidence.exact(error <= tolerance, words, [apart], error),
      evidence.exact(difference <= most, beside, [apart, bound], difference),
    ];
  });
}

const METRICS = {
  time: { label: "gradient of the weights", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...DIFFERENCE,
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
    { claimId: "distgnn-mb.q.bwd-w-same", decide: sameSum },
    {
      claimId: "distgnn-mb.q.bwd-w-fast",
      premise: [SOCKET_THREADS],
      decide: (evidence) =>
        SIZE_IDS.map((workload): ClaimPart => {
          const part = evidence.faster({ workload, contender: BY_ROWS }, { workload, contender: BY_WEIGHTS });
          return { ...part, words: `${workload}: ${part.words}` };
        }),
    },
  ],
};
