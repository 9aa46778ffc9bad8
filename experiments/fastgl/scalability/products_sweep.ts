/**
 * Epochs of training on Products by four systems while one setting is varied, for Figures 14b, 14c and 14d.
 *
 * @module
 */
import { pipelineEpoch } from "../../../hardware/models/pipeline_model.ts";
import type { Workload } from "../../cell.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import {
  DGL_POLICY,
  FASTGL,
  GNNLAB,
  type Policy,
  type PolicyContender,
  policyContender,
  PYG,
} from "../policies.ts";
import { type PolicyRounds, policyRounds } from "../training/round_times.ts";
import {
  type Change,
  changedHostLink,
  CHANGES,
  gradientBytes,
  modelledEpochs,
  pipelineOf,
  pipelinePhases,
} from "../training/several_devices.ts";
import { policyIterations, type TrainingSetting } from "../training/training_iterations.ts";
import { TRAINING_REGIME, trainingRegime } from "../training/training_premises.ts";
import { checkedPhases, EPOCH_METRICS, epochOutcome } from "../training/epoch_phases.ts";

const POLICIES: readonly Policy[] = [PYG, DGL_POLICY, GNNLAB, FASTGL];

/** Contenders of a sweep. */
export const SWEPT_CONTENDERS: readonly PolicyContender[] = POLICIES.map(policyContender);

/** GPUs of the paper's sweeps. */
const DEVICES = 2;

/** A graph, and the settings of its training that differ from the usual ones. */
export type SweptSetting =
  & Pick<TrainingSetting, "graph">
  & Partial<Pick<TrainingSetting, "batch" | "hidden" | "fanouts">>;

/** Training in one setting of a sweep. */
export interface SweptWorkload extends Workload {
  readonly swept: SweptSetting;
  /** Seeds of the paper's mini-batch that it stands for; 8000 when absent. */
  readonly paperSeeds?: number;
}

/** Workload of a setting. */
export function sweptWorkload(
  swept: SweptSetting,
  { id, factors, ...rest }: Pick<SweptWorkload, "id" | "factors" | "paperSeeds">,
): SweptWorkload {
  return { id, dataset: swept.graph.dataset, model: "GCN", factors, swept, ...rest };
}

/** Metrics of every sweep. */
export const SWEPT_METRICS = {
  ...EPOCH_METRICS,
  fastgl_speedup: { label: "FastGL's speed-up over each", unit: "x" },
  fastgl_speedup_on_two: { label: "FastGL's speed-up over each, two devices", unit: "x" },
  fastgl_computation_speedup: { label: "speed-up of FastGL's computation over it", unit: "x" },
  ...changedMetrics(
    "time_on_two",
    { label: "epoch time on two devices", unit: "ms", better: "lower" },
    CHANGES,
  ),
  ...changedMetrics(
    "exposed_sample_time",
    { label: "sampling that two devices wait for", unit: "ms", better: "lower" },
    CHANGES,
  ),
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/**
 * Trains by the policies that were asked for and by FastGL, in turns; panels with the same setting share
 * their iterations.
 */
export async function sweptOutcomes(
  lab: Lab,
  { swept, paperSeeds }: Pick<SweptWorkload, "swept" | "paperSeeds">,
  contenders: readonly PolicyContender[],
): Promise<(id: string) => JointOutcome<typeof SWEPT_METRICS>> {
  const asked = contenders.map(({ policy }) => policy);
  const policies = POLICIES.filter((policy) => policy === FASTGL || asked.includes(policy));
  const setting: TrainingSetting = { ...swept, model: "GCN", policies, decides: true };
  const iterations = await policyIterations(lab, setting);
  const rounds = (policy: Policy) => policyRounds(iterations, policy, "GCN");
  return (id) => {
    const policy = asked.find((each) => each.id === id)!;
    const own = rounds(policy), bytes = gradientBytes(setting);
    const { times, facts } = epochOutcome(own);
    return {
      times,
      facts: {
        ...facts,
        ...trainingRegime(iterations, id, { setting, ...(paperSeeds !== undefined && { paperSeeds }) }),
        ...(policy !== FASTGL &&
          speedups({ policy: FASTGL, rounds: rounds(FASTGL) }, { policy, rounds: own }, bytes)),
        ...byChange("time_on_two", CHANGES, (change) => ({
          value: modelledEpochs(own, { policy, devices: DEVICES, bytes, change }),
          source: "modelled" as const,
        })),
        ...byChange("exposed_sample_time", CHANGES, (change) => ({
          value: exposedSampling(own, policy, change),
          source: "modelled" as const,
        })),
      },
    };
  };
}

/** A policy and its iterations. */
interface Measured {
  readonly policy: Policy;
  readonly rounds: PolicyRounds;
}

/**
 * Speed-ups of a policy over another: as measured, and on two modelled devices that sum so many bytes of
 * gradients.
 */
function speedups(fast: Measured, slow: Measured, bytes: number): Facts<typeof SWEPT_METRICS> {
  const [phases, fastest] = [slow, fast].map(({ rounds }) => checkedPhases(rounds));
  const [onTwo, fastestOnTwo] = [slow, fast].map(({ policy, rounds }) =>
    modelledEpochs(rounds, { policy, devices: DEVICES, bytes })
  );
  return {
    fastgl_speedup: ratios(phases.total.ms, fastest.total.ms),
    fastgl_speedup_on_two: modelled(ratios(onTwo, fastestOnTwo)),
    fastgl_computation_speedup: ratios(phases.computation.ms, fastest.computation.ms),
  };
}

/**
 * Milliseconds of an epoch in which a device of two waits for samples: with GNNLab the one that trains, while
 * the other one samples; with the others each of both, while it samples its own mini-batches.
 */
function exposedSampling({ epochLength, rounds }: PolicyRounds, policy: Policy, change: Change): number[] {
  const pipeline = { policy: pipelineOf(policy, change.ahead), gpus: DEVICES, hostSamplers: DEVICES };
  return rounds.map((round) => {
    const phases = pipelinePhases(round, changedHostLink(change));
    return 1000 * pipelineEpoch({ ...pipeline, iterations: epochLength, phases }).exposedSampleSeconds;
  });
}
