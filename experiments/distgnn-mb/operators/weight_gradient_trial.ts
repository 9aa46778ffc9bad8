/**
 * The gradient of a layer's weights as a trial: threads share the rows of the mini-batch, or the gradient.
 *
 * @module
 */
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { gemm, type GemmProblem } from "../../../kernels/gemm/mod.ts";
import { hostDigest } from "../../../kernels/checks/host_digest.ts";
import { kernelName } from "../../../kernels/kernel.ts";
import { stageKernel } from "../../../kernels/staged_kernel.ts";
import { checkPlan, recheckPlans } from "../../../kernels/checks/plan_check.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { layerBytes, type LayerSize } from "./layer_sizes.ts";
import { DIFFERENCE_METRICS, resultDifference } from "./result_difference.ts";

/** Metrics of the gradient by either split, beside that by the other. */
export const GRADIENT_METRICS = {
  ...DIFFERENCE_METRICS,
  roundings: { label: "difference by random roundings", unit: "1", shown: false },
} as const satisfies Metrics;

/** Share of the largest entry that the roundings of a sum of n terms of either sign come to, like a walk. */
const roundings = (n: number) => 2 ** -23 * Math.sqrt(n);

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
): Trial<typeof GRADIENT_METRICS> {
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
