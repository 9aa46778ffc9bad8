/**
 * A dense product as a trial: stages the operands, prepares the kernel, checks its output against the oracle.
 *
 * @module
 */
import { gemm } from "../../kernels/gemm/mod.ts";
import type { GemmOperandsOf, GemmProblem } from "../../kernels/gemm/mod.ts";
import { hostDigest } from "../../kernels/checks/host_digest.ts";
import { type Kernel, kernelName } from "../../kernels/kernel.ts";
import { checkPlan } from "../../kernels/checks/plan_check.ts";
import { type StagedKernel, stageKernel } from "../../kernels/staged_kernel.ts";
import { type Lab, NO_DATASET } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import { rotatingCopies } from "./operand_sets.ts";
import { RotatingPlans } from "./rotating_plans.ts";
import { sharedReferences } from "./shared_references.ts";

/** Builds the trial; sets of operands rotate from call to call where one would stay in the last cache. */
export function gemmTrial(lab: Lab, problem: GemmProblem, kernel: Kernel<GemmOperandsOf>): Trial {
  const { device, seed } = lab;
  const { rows, inner, cols } = problem;
  const work = gemm.work(problem);
  const copies = rotatingCopies(lab, work.compulsoryBytes);
  let before: string | undefined;
  return {
    identity: { kernel: kernelName(kernel), source: kernel.source, rows, inner, cols },
    bytes: copies * work.compulsoryBytes,
    work,
    isa: kernel.backend === "wasm" ? "simd128" : device.isa,
    facts: {},
    prepare: async (): Promise<PreparedTrial> => {
      before ??= hostDigest(problem);
      const references = await lab.once(sharedReferences, NO_DATASET, {});
      const sets: StagedKernel<GemmProblem, GemmOperandsOf, typeof gemm>[] = [];
      const destroy = () => sets.splice(0).forEach((set) => set.destroy());
      try {
        for (let copy = 0; copy < copies; copy++) {
          sets.push(await stageKernel(device, problem, { operation: gemm, kernel, hostDigest: before }));
        }
      } catch (error) {
        destroy();
        throw error;
      }
      const [{ prepareMs, facts }] = sets;
      const plans = new RotatingPlans(device, sets.map((set) => [set]));
      return {
        prepareMs,
        facts,
        run: () => plans.run(),
        check: () => checkPlan(device, sets[0], { seed, references }),
        recheck: (seed) => plans.recheck(seed),
        renew: (seed) => plans.renew(seed),
        destroy,
      };
    },
  };
}
