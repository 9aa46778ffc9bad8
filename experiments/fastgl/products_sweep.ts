/**
 * What Figures 14b, 14c and 14d have in common: epochs of training on Products by four systems while one setting is varied.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { pipelineEpoch } from "../../hardware/pipeline_model.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { MetricText, PlotText } from "../../results/session_document.ts";
import { changedMetric } from "../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import type { PublishedKey } from "../published/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { TRAINING_SETTINGS } from "./measured_policies.ts";
import { contenderOf, DGL_POLICY, FASTGL, GNNLAB, type Policy, POLICY_NOTES, PYG } from "./policies.ts";
import {
  epochPhases,
  PHASE_METRICS,
  PHASE_NOTES,
  PHASE_STACK,
  phaseFacts,
  type PolicyRounds,
  policyRounds,
  ratios,
} from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import {
  type Change,
  CHANGES,
  DEVICES_NOTES,
  fasterSystem,
  gradientBytes,
  modelledEpochs,
  ONE_AND_TWO_NOTE,
  pipelineOf,
  pipelinePhases,
} from "./several_devices.ts";
import { type TrainingIterations, trainingIterations, type TrainingSetting } from "./training_iterations.ts";
import type { TextContender, TextWorkload } from "../text_suite.ts";

const POLICIES: readonly Policy[] = [PYG, DGL_POLICY, GNNLAB, FASTGL];

/** Those that FastGL is compared with. */
export const SWEPT_BASELINES: readonly string[] = [PYG.id, DGL_POLICY.id, GNNLAB.id];

/** Contenders of a sweep. */
export const SWEPT_CONTENDERS: readonly TextContender[] = POLICIES.map(contenderOf);

/** GPUs of the paper's sweeps. */
const DEVICES = 2;

/** Epochs as they were measured, and as two modelled devices have them. */
const TIME = "time", TIME_ON_TWO = "time_on_two";
/** Milliseconds that two modelled devices wait for samples. */
export const EXPOSED = "exposed_sample_time";
/** FastGL's speed-ups by either. */
const SPEEDUP = "fastgl_speedup", SPEEDUP_ON_TWO = "fastgl_speedup_on_two";

/** What is varied, and the graph that it is varied on. */
export type SweptSetting =
  & Pick<TrainingSetting, "graph">
  & Partial<Pick<TrainingSetting, "batch" | "hidden" | "fanouts">>;

/** Rows of one policy in one setting. */
export async function sweptFacts(
  lab: Lab,
  dataset: LoadedDataset,
  { swept, contender }: { readonly swept: SweptSetting; readonly contender: string },
): Promise<Fact[]> {
  const setting: TrainingSetting = { ...swept, model: "GCN", policies: POLICIES, decides: true };
  const iterations = await trainingIterations(lab, dataset, setting);
  const policy = policyOf(contender);
  const rounds = roundsOf(iterations, policy);
  const fastestRounds = roundsOf(iterations, FASTGL);
  const phases = epochPhases(rounds), fastest = epochPhases(fastestRounds);
  const bytes = gradientBytes(setting);
  const onTwo = (of: PolicyRounds, by: Policy, change: Change = CHANGES[0]) =>
    modelledEpochs(of, { policy: by, devices: DEVICES, bytes, change });
  const speedups: Fact[] = [
    { metric: SPEEDUP, unit: "x", value: ratios(phases.total, fastest.total) },
    {
      ...{ metric: SPEEDUP_ON_TWO, unit: "x", source: "modelled" },
      value: ratios(onTwo(rounds, policy), onTwo(fastestRounds, FASTGL)),
    },
    {
      ...{ metric: "fastgl_computation_speedup", unit: "x" },
      value: ratios(phases.computation, fastest.computation),
    },
  ];
  return [
    ...phaseFacts(phases),
    ...(policy === FASTGL ? [] : speedups),
    ...CHANGES.map((change): Fact => ({
      ...{ metric: changedMetric(TIME_ON_TWO, change), unit: "ms", source: "modelled" },
      value: onTwo(rounds, policy, change),
    })),
    ...CHANGES.map((change): Fact => ({
      ...{ metric: changedMetric(EXPOSED, change), unit: "ms", source: "modelled" },
      value: exposedSampling(rounds, policy, change),
    })),
  ];
}

function policyOf(contender: string): Policy {
  return POLICIES.find(({ id }) => id === contender)!;
}

function roundsOf(iterations: TrainingIterations, policy: Policy): PolicyRounds {
  return policyRounds(iterations, policy, "GCN");
}

/**
 * Milliseconds of an epoch in which a device of two waits for samples: with GNNLab the one that trains, while the other one
 * samples; with the others each of both, while it samples its own mini-batches.
 */
function exposedSampling({ epochLength, rounds }: PolicyRounds, policy: Policy, change: Change): number[] {
  const pipeline = { policy: pipelineOf(policy, change.ahead), gpus: DEVICES, hostSamplers: DEVICES };
  return rounds.map((round) => {
    const phases = pipelinePhases(round, change.bandwidth);
    return 1000 * pipelineEpoch({ ...pipeline, iterations: epochLength, phases }).exposedSampleSeconds;
  });
}

/** FastGL takes less than each baseline on each of some workloads: of an epoch as {@linkcode fasterSystem} has it, else as measured. */
export function fastestOn(
  evidence: SuiteEvidence,
  { workloads, metric, baselines = SWEPT_BASELINES }: {
    readonly workloads: readonly string[];
    readonly metric: string;
    readonly baselines?: readonly string[];
  },
): ClaimPart[] {
  return workloads.flatMap((workload) =>
    baselines.map((contender) => {
      if (metric === TIME) {
        return fasterSystem(evidence, workload, {
          ...{ fast: FASTGL.id, slow: contender, metrics: [TIME, TIME_ON_TWO] },
        });
      }
      const key = (id: string): CellKey => ({ workload, contender: id });
      const part = evidence.faster(key(FASTGL.id), key(contender), metric);
      return { ...part, words: `${workload}: ${part.words}` };
    })
  );
}

/** Columns of a panel's printed range: FastGL against each baseline in each setting. */
export function sweptKey(
  { id }: TextContender,
  metric: string,
  config: Readonly<{ panel: string; sweep: string }>,
): PublishedKey | undefined {
  return metric === (id === GNNLAB.id ? SPEEDUP_ON_TWO : SPEEDUP) && id !== FASTGL.id
    ? {
      metric: "epoch_speedup",
      dataset: PAPER_NAMES["ogbn-products"],
      system: "FastGL vs baselines",
      config,
    }
    : undefined;
}

/** One workload of a sweep. */
export function sweptWorkload(
  swept: SweptSetting,
  { id, factors }: Pick<TextWorkload, "id" | "factors">,
): TextWorkload {
  return { id, dataset: swept.graph.dataset, model: "GCN", factors };
}

/** Settings of every sweep. */
export const SWEPT_SETTINGS: Readonly<Record<string, string>> = {
  ...SAMPLING_SETTINGS,
  ...TRAINING_SETTINGS,
};

/** Metrics of every sweep. */
export const SWEPT_METRICS: readonly MetricText[] = [
  ...PHASE_METRICS,
  { id: SPEEDUP, label: "FastGL's speed-up over each", unit: "x", better: "neither" },
  { id: SPEEDUP_ON_TWO, label: "FastGL's speed-up over each, two devices", unit: "x", better: "neither" },
  {
    id: "fastgl_computation_speedup",
    label: "speed-up of FastGL's computation over it",
    unit: "x",
    better: "neither",
  },
  { id: TIME_ON_TWO, label: "epoch time on two devices", unit: "ms", better: "lower" },
  {
    ...{ id: EXPOSED, label: "sampling that two devices wait for" },
    ...{ unit: "ms", better: "lower" },
  },
];

/** Plots of every sweep, over the factor that is varied where it is a number. */
export function sweptPlots(x: string): readonly PlotText[] {
  return [{ metric: TIME, x: "workload", stack: PHASE_STACK }, { metric: SPEEDUP, x }];
}

/** Notes of every sweep. */
export const SWEPT_NOTES: readonly string[] = [
  ...SAMPLING_NOTES,
  ...POLICY_NOTES,
  ...PHASE_NOTES,
  ...DEVICES_NOTES,
  ONE_AND_TWO_NOTE,
  "In the memory that the paper's card has left all features of Products fit into GNNLab's cache.",
];
