/**
 * Products with weights for each head, of several blocks one after the other, as a trial.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { headSpmm, type HeadSpmmOperandsOf, type HeadSpmmProblem } from "../../../kernels/attention/mod.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { hostDigest } from "../../../kernels/checks/host_digest.ts";
import { type Kernel, kernelName } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { type StagedKernel, stageKernel } from "../../../kernels/staged_kernel.ts";
import { checkPlan, recheckPlans } from "../../../kernels/checks/plan_check.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { repeatedUniform } from "../../../platform/repeated_uniform.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Facts } from "../../metrics.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";

/** Products of a trial and their kernel. */
export interface HeadSpmmTrialOptions {
  /** Products, in the order in which a call runs them. */
  readonly problems: readonly HeadSpmmProblem[];
  /** Kernel id; the device's backend picks the implementation. */
  readonly kernel: string;
  /** Counts that go with the cell. */
  readonly facts: Facts;
}

/** Random features and attention for H heads of d columns; a matrix's values are not looked at. */
export function headSpmmProblem(
  matrix: CsrMatrix,
  { heads, headWidth, seed }: { readonly heads: number; readonly headWidth: number; readonly seed: number },
): HeadSpmmProblem {
  return {
    matrix,
    heads,
    headWidth,
    attention: repeatedUniform(nnz(matrix) * heads, new RandomStream(seed, "attention")),
    x: repeatedUniform(matrix.cols * heads * headWidth, new RandomStream(seed, "features")),
  };
}

/** A trial whose call runs all products; every result is checked. */
export function headSpmmTrial(lab: Lab, { problems, kernel: id, facts }: HeadSpmmTrialOptions): Trial {
  const { device, seed } = lab;
  const kernel = findKernel(headSpmm.id, id, device.backend) as Kernel<HeadSpmmOperandsOf>;
  let before: readonly string[] | undefined;
  const works = problems.map((problem) => headSpmm.work(problem));
  const sum = (of: "multiplyAdds" | "compulsoryBytes" | "bytesWithoutReuse") =>
    sumOf(works, (work) => work[of]);
  const entries = sumOf(problems, ({ matrix }) => nnz(matrix));
  const bytes = sumOf(
    problems,
    ({ matrix: { rowPtr, colIdx }, attention, x, heads, headWidth }) =>
      4 * (rowPtr.length * (1 + heads * headWidth) + colIdx.length + attention.length + x.length),
  );
  const sizes = problems.map((
    { matrix: { rows, cols }, heads, headWidth },
  ) => [rows, cols, heads, headWidth]);
  return {
    identity: { kernel: kernelName(kernel), source: kernel.source, entries, sizes },
    bytes,
    work: {
      multiplyAdds: sum("multiplyAdds"),
      compulsoryBytes: sum("compulsoryBytes"),
      bytesWithoutReuse: sum("bytesWithoutReuse"),
    },
    facts: { entries, ...facts },
    prepare: async (): Promise<PreparedTrial> => {
      before ??= problems.map((problem) => hostDigest(problem));
      const plans: StagedKernel<HeadSpmmProblem, HeadSpmmOperandsOf, typeof headSpmm>[] = [];
      const destroy = () => plans.splice(0).forEach((plan) => plan.destroy());
      try {
        for (const [i, problem] of problems.entries()) {
          plans.push(
            await stageKernel(device, problem, { operation: headSpmm, kernel, hostDigest: before[i] }),
          );
        }
      } catch (error) {
        destroy();
        throw error;
      }
      return {
        prepareMs: sumOf(plans, ({ prepareMs }) => prepareMs),
        run: () => plans.forEach((plan) => plan.run()),
        check: async () => {
          const reports: CheckReport[] = [];
          const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
          for (const plan of plans) reports.push(await checkPlan(device, plan, bounds));
          return worstOf(reports);
        },
        recheck: (seed) => recheckPlans(device, plans, seed),
        destroy,
      };
    },
  };
}
