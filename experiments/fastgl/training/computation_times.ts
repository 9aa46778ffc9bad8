/**
 * Times of the computation phase, by policies and by the systems that they stand for.
 *
 * @module
 */
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { FASTGL, type Policy } from "../policies.ts";
import { LIBRARY_METRICS, libraryTimes, selfRatios } from "./library_times.ts";
import type { MeasuredTraining, RoundsOf } from "./measured_policies.ts";
import { checkedPhases, epochPhases } from "./epoch_phases.ts";
import { TRAINING_REGIME } from "./training_premises.ts";

/** Metrics of the computation phase. */
export const COMPUTATION_METRICS = {
  computation_time: { label: "computation, an epoch", unit: "ms", better: "lower" },
  fastgl_speedup: { label: "FastGL's speed-up over each", unit: "x" },
  kernel_time: { label: "forward, backward and update", unit: "ms", better: "lower" },
  preprocess_time: { label: "preprocessing", unit: "ms", better: "lower" },
  preprocess_share: { label: "share of preprocessing in computation", unit: "%" },
  ...LIBRARY_METRICS,
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Computation phase of a policy: its kernels, and their preprocessing. */
export function computationOutcome(
  policy: Policy,
  rounds: RoundsOf,
): JointOutcome<typeof COMPUTATION_METRICS> {
  const { computation, preprocessing } = checkedPhases(rounds(policy));
  const kernels = computation.ms.map((ms, round) => ms - preprocessing.ms[round]);
  const { computation: fastest } = epochPhases(rounds(FASTGL));
  return {
    times: {
      computation_time: computation,
      kernel_time: { ...computation, ms: kernels },
      preprocess_time: preprocessing,
    },
    facts: {
      preprocess_share: ratios(preprocessing.ms, computation.ms, 100),
      fastgl_speedup: ratios(computation.ms, fastest),
    },
  };
}

/** The computation phase of PyG or DGL themselves, beside FastGL's. */
export function systemComputation(
  peer: string,
  { library, rounds }: MeasuredTraining,
): JointOutcome<typeof COMPUTATION_METRICS> {
  const iterations = library(peer), { computation } = libraryTimes(iterations);
  const { computation: fastest } = epochPhases(rounds(FASTGL));
  return {
    times: { computation_time: computation },
    facts: { self_ratio: selfRatios(iterations), fastgl_speedup: ratios(computation.ms, fastest) },
  };
}
