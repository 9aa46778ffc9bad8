/**
 * fastgl Figure 3: which phase limits training while Match-Reorder, Memory-Aware and Fused-Map are added one by one.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { PRODUCTS, TRAINING_SETTINGS, trainingWorkloads, workloadIterations } from "./measured_policies.ts";
import {
  contenderOf,
  DGL_POLICY,
  MATCH_REORDER,
  MATCH_REORDER_AWARE,
  POLICY_NOTES,
  STEPS,
} from "./policies.ts";
import {
  type EpochPhases,
  epochPhases,
  PHASE_METRICS,
  PHASE_NOTES,
  PHASE_STACK,
  phaseFacts,
  policyRounds,
  WHOLE_STACK,
} from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import type { ModelId } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const MODELS: readonly ModelId[] = ["GCN", "GIN"];

/** By how much a phase is longer than the longer one of the two others, round by round. */
function lead(metric: string, phase: readonly number[], others: readonly (readonly number[])[]): Fact {
  return {
    ...{ metric, unit: "x" },
    value: phase.map((ms, round) => ms / Math.max(...others.map((other) => other[round]))),
  };
}

function leads({ sample, memoryIo, computation }: EpochPhases): Fact[] {
  return [
    lead("memory_io_lead", memoryIo, [sample, computation]),
    lead("computation_lead", computation, [sample, memoryIo]),
  ];
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const iterations = await workloadIterations(lab, dataset, workload);
  const policy = STEPS.find((each) => each.id === id)!;
  const phases = epochPhases(policyRounds(iterations, policy, workload.model as ModelId));
  return [...phaseFacts(phases), ...leads(phases)];
}

/** A metric of a step lies above a bound with both models. */
function aboveWithBoth(
  contender: string,
  metric: string,
  bound: number,
): (evidence: SuiteEvidence) => ClaimPart[] {
  return (evidence) =>
    MODELS.map((model) =>
      evidence.bounded({ workload: `${PRODUCTS}:${model}`, contender }, metric, { side: "above", bound })
    );
}

/** The paper's names of the steps whose shares it prints, and of what. */
const PUBLISHED: Readonly<Record<string, { readonly metric: string; readonly system: string }>> = {
  [`${DGL_POLICY.id} memory_io_share`]: { metric: "memory_io_time_share", system: "DGL" },
  [`${MATCH_REORDER_AWARE.id} sample_share`]: { metric: "sample_time_share", system: "DGL+MR+MA" },
};

/** The suite. */
export const figure3: TextSuite = {
  id: "fastgl/figure-3",
  paper: "fastgl",
  artifact: "Figure 3",
  title: "Phases of an epoch while techniques are added",
  question: "Which phase limits training at first, after Match-Reorder, and after Memory-Aware as well?",
  contenders: STEPS.map(contenderOf),
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile, { graphs: [PRODUCTS], models: MODELS }),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS },
  measurement: { kind: "counted", count },
  metrics: [
    ...PHASE_METRICS,
    { id: "memory_io_lead", label: "memory IO over the longer other phase", unit: "x", better: "neither" },
    {
      id: "computation_lead",
      label: "computation over the longer other phase",
      unit: "x",
      better: "neither",
    },
  ],
  plots: [
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK },
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    "Naive is the policy of DGL. On CPU threads a copy to the device is one within RAM, which is much faster beside the " +
    "arithmetic of two cores than PCIe is beside that of a GPU: memory IO takes less of an epoch, and computation more.",
  ],
  publishedAs: ({ dataset: _, model }, { id }, metric) => {
    const published = PUBLISHED[`${id} ${metric}`];
    return published && {
      ...{ ...published, dataset: PAPER_NAMES[PRODUCTS], model: model! },
      ...(id === DGL_POLICY.id ? { config: { variant: "naive" } } : {}),
    };
  },
  claims: [
    { claimId: "fastgl.q.naive-io", decide: aboveWithBoth(DGL_POLICY.id, "memory_io_lead", 1) },
    {
      claimId: "fastgl.q.mr-then-computation",
      decide: aboveWithBoth(MATCH_REORDER.id, "computation_lead", 1),
    },
    { claimId: "fastgl.q.ma-then-sample", decide: aboveWithBoth(MATCH_REORDER_AWARE.id, "sample_share", 50) },
  ],
};
