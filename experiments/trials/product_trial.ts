/**
 * A sparse-dense product by a given kernel as a trial: stages the operands, prepares the kernel, checks its
 * output against the oracle.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { hostDigest } from "../../kernels/checks/host_digest.ts";
import { type Kernel, kernelName, type ParameterValues, resolveParameters } from "../../kernels/kernel.ts";
import { spmmDefinition } from "../../kernels/spmm/definition.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../kernels/spmm/spmm.ts";
import { type StagedKernel, stageKernel } from "../../kernels/staged_kernel.ts";
import { checkPlan } from "../../kernels/checks/plan_check.ts";
import { roundingError } from "../../kernels/checks/rounding_error.ts";
import { type Lab, NO_DATASET } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Facts, Metrics } from "../metrics.ts";
import { deviceLoans, operandSets } from "./operand_sets.ts";
import { RotatingPlans } from "./rotating_plans.ts";
import { sharedReferences } from "./shared_references.ts";

/** Operands and kernel of a trial. */
export interface SpmmTrialOptions<M extends Metrics = Metrics> {
  /** A, `rows x cols`. */
  readonly matrix: CsrMatrix;
  /** X, `matrix.cols x width`, row-major. */
  readonly features: Float32Array;
  /** Columns of X and Y. */
  readonly width: number;
  /**
   * Kernel id, of which the device's backend picks the implementation; or an implementation that runs on the
   * device.
   */
  readonly kernel: string | Kernel<SpmmOperandsOf>;
  /** The kernel's own; its defaults where left out. */
  readonly parameters?: ParameterValues;
  /** Milliseconds that the host spent on ordering or re-blocking; absent where there was none. */
  readonly preprocessMs?: number;
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
  /** Settings of the cell's rows, beside the workload's and the contender's factors. */
  readonly factors?: Readonly<Record<string, string>>;
  /** Further things that make this cell the cell it is: the ordering and its parameters. */
  readonly identity?: Readonly<Record<string, unknown>>;
}

/** Operands of a trial, and the implementation that runs on the device. */
export interface ProductTrialOptions<M extends Metrics = Metrics> extends SpmmTrialOptions<M> {
  readonly kernel: Kernel<SpmmOperandsOf>;
}

/** Metrics of cells whose kernel reads rounded features: the error of its result for the given ones. */
export const ROUNDING_METRICS = {
  rounding_rms: {
    label: "error by rounded features, RMS over RMS of the result",
    unit: "1",
    better: "lower",
  },
  rounding_max: {
    label: "error by rounded features, largest over largest result",
    unit: "1",
    better: "lower",
  },
} as const satisfies Metrics;

/** One prepared operand set. */
type StagedSpmm = StagedKernel<SpmmProblem, SpmmOperandsOf, typeof spmmDefinition>;

/**
 * Builds the trial. Where one set of operands would fit twice into the last cache, several sets rotate
 * from call to call, so that a kernel is not timed on what its last call has left in the cache; larger ones
 * are shared by all trials of the same problem. A kernel whose features are rounded is checked for the
 * rounded ones; the error that the rounding makes is in the facts of its cell, {@linkcode ROUNDING_METRICS}.
 */
export function productTrial<M extends Metrics>(lab: Lab, options: ProductTrialOptions<M>): Trial<M> {
  const { device, seed } = lab;
  const problem: SpmmProblem = { matrix: options.matrix, features: options.features, width: options.width };
  const { kernel } = options;
  const parameters = resolveParameters(kernel, options.parameters);
  const { features } = kernel;
  const { copies, denseBytes, sparseBytes } = operandSets(lab, options, features);
  // Trials whose kernels read float32 have the same operands.
  const isLent = copies === 1 && features === undefined;
  const work = spmmDefinition.work(problem, features);
  let before: string | undefined;

  return {
    identity: {
      ...options.identity,
      kernel: kernelName(kernel),
      source: kernel.source,
      parameters,
      width: options.width,
    },
    bytes: copies * (isLent ? sparseBytes : sparseBytes + denseBytes),
    ...(isLent ? { shared: { by: options.features, bytes: denseBytes } } : {}),
    work,
    isa: kernel.backend === "wasm" ? "simd128" : device.isa,
    ...(options.preprocessMs === undefined ? {} : { preprocessMs: options.preprocessMs }),
    facts: options.facts ?? {},
    factors: options.factors ?? {},
    prepare: async (extent): Promise<PreparedTrial> => {
      before ??= hostDigest(problem);
      const sets: StagedSpmm[] = [];
      const loans = (await lab.once(deviceLoans, NO_DATASET, {}))(device);
      const references = await lab.once(sharedReferences, NO_DATASET, {});
      const destroy = () => sets.splice(0).forEach((set) => set.destroy());
      try {
        for (let copy = 0; copy < (extent === "once" ? 1 : copies); copy++) {
          sets.push(
            await stageKernel(device, problem, {
              operation: spmmDefinition,
              kernel,
              parameters,
              hostDigest: before,
              ...(isLent && { lent: loans.borrow(problem) }),
            }),
          );
        }
      } catch (error) {
        destroy();
        throw error;
      }
      const [{ prepareMs, facts }] = sets;
      const rounding = async () => {
        const { rms, max } = await roundingError(device, sets[0], problem, { seed });
        return { times: {}, facts: { rounding_rms: rms, rounding_max: max } };
      };
      const plans = new RotatingPlans(device, sets.map((set) => [set]));
      return {
        prepareMs,
        facts,
        run: () => plans.run(),
        check: () => checkPlan(device, sets[0], { seed, references }),
        recheck: (seed) => plans.recheck(seed),
        renew: (seed) => plans.renew(seed),
        ...(features && { breakdown: rounding }),
        destroy,
      };
    },
  };
}
