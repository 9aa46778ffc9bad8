/**
 * fastgl Figure 3: which phase limits training while Match-Reorder, Memory-Aware and Fused-Map are added one
 * by one.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { LINKS } from "../../../hardware/models/interconnect.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { policyMeasurement } from "./measured_policies.ts";
import { CARD_METRICS, CARD_NOTES } from "../links/card_phases.ts";
import { LINK_METRICS, LINK_NOTES, overLinks } from "../links/loading_links.ts";
import { flipFact, takesLongerBelow } from "../links/turning_speeds.ts";
import { type HoldsOver, turningWords } from "../links/turning_words.ts";
import { epochLoadings, policyOnCards } from "./linked_epochs.ts";
import { memoryIoPhase, TRAINING_REGIME } from "./training_premises.ts";
import {
  PRODUCTS,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";
import {
  DGL_POLICY,
  MATCH_REORDER,
  MATCH_REORDER_AWARE,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  STEPS,
} from "../policies.ts";
import {
  EPOCH_METRICS,
  epochOutcome,
  epochPhases,
  PHASE_NOTES,
  PHASE_STACK,
  WHOLE_STACK,
} from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import type { ModelId } from "../trained_models.ts";

const MODELS: readonly ModelId[] = ["GCN", "GIN"];
const CONTENDERS = STEPS.map(policyContender);

const METRICS = {
  ...EPOCH_METRICS,
  memory_io_lead: { label: "memory IO over the longer other phase", unit: "x" },
  computation_lead: { label: "computation over the longer other phase", unit: "x" },
  ...LINK_METRICS,
  ...CARD_METRICS,
  flip_gain: { label: "speed-up of the device at which the claim turns over PCIe 4.0", unit: "x" },
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Quotients of a phase and the longer one of two others, round by round. */
function lead(phase: readonly number[], ...others: readonly (readonly number[])[]): number[] {
  return phase.map((ms, round) => ms / Math.max(...others.map((other) => other[round])));
}

const PREMISE = memoryIoPhase(MODELS.map((model) => `${PRODUCTS}:${model}`), DGL_POLICY.id);

const PCIE_4_GBS = LINKS["pcie-4-x16"].bytesPerSecond / 1e9;

/**
 * Milliseconds of memory IO at which a step's claim turns, by contender: memory IO is the largest phase of
 * DGL's policy where it takes longer than both others; computation is the largest with Match and Reorder
 * where it takes longer than sampling and than memory IO; sampling takes more than half with Memory-Aware as
 * well where it takes longer than both others together.
 */
const TURNS_AT: Readonly<Record<string, (sampleMs: number, computationMs: number) => number>> = {
  [DGL_POLICY.id]: Math.max,
  [MATCH_REORDER.id]: (sampleMs, computationMs) => sampleMs > computationMs ? 0 : computationMs,
  [MATCH_REORDER_AWARE.id]: (sampleMs, computationMs) => sampleMs - computationMs,
};

/** Words of a claim about a step: the links at which it turns. */
const turnsWith = (contender: string, holdsOver: HoldsOver) => (evidence: SuiteEvidence): string =>
  turningWords(evidence, MODELS.map((model) => ({ workload: `${PRODUCTS}:${model}`, contender })), {
    holdsOver,
  });

/** Where memory IO is no longer the largest phase: the link, and the speed-up of all else over PCIe 4.0. */
function turn(speeds: readonly number[]): Facts<typeof METRICS> {
  const { flip_link: turning } = flipFact(speeds);
  const gains = turning.value.map((gbs) => PCIE_4_GBS / gbs);
  return { flip_link: turning, flip_gain: { value: gains, source: "modelled" } };
}

/** A ratio of a step lies above 1 with both models, or a share of its time above a half. */
function aboveWithBoth(
  contender: string,
  metric: string,
  kind: "bounded" | "share",
): (evidence: SuiteEvidence) => ClaimPart[] {
  const bound = kind === "share" ? 50 : 1;
  return (evidence) =>
    MODELS.map((model) =>
      evidence[kind]({ workload: `${PRODUCTS}:${model}`, contender }, metric, { side: "above", bound })
    );
}

/** Phases of an epoch by the techniques that are in use. */
export const figure3: Suite<TrainingWorkload, PolicyContender, typeof METRICS> = {
  id: "fastgl/figure-3",
  artifact: "Figure 3",
  title: "Phases of an epoch while techniques are added",
  decidesFrom: "paper",
  question: "Which phase limits training at first, after Match-Reorder, and after Memory-Aware as well?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile, { graphs: [PRODUCTS], models: MODELS }),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS },
  measurement: policyMeasurement({ contenders: CONTENDERS }, (policy, [training]) => {
    const rounds = training.rounds(policy), { times, facts } = epochOutcome(rounds);
    const { sample, memoryIo, computation } = epochPhases(rounds);
    const loading = epochLoadings(training, policy), turnsAt = TURNS_AT[policy.id];
    const speeds = turnsAt &&
      loading.map((each, round) => takesLongerBelow(each, turnsAt(sample[round], computation[round])));
    return {
      times,
      facts: {
        ...facts,
        ...overLinks(loading),
        ...policyOnCards(training, policy),
        ...(speeds && (policy === DGL_POLICY ? turn(speeds) : flipFact(speeds))),
        memory_io_lead: lead(memoryIo, sample, computation),
        computation_lead: lead(computation, sample, memoryIo),
      },
    };
  }),
  metrics: METRICS,
  plots: [
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK },
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
    { metric: "io_lead_rtx_3090_pcie_4", x: "workload", logarithmic: true },
    { metric: "io_lead_h100_pcie_5", x: "workload", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
    "Naive is the policy of DGL. On CPU threads a copy to the device is one within RAM, which is much faster beside the " +
    "arithmetic of two cores than PCIe is beside that of a GPU: memory IO takes less of an epoch, and computation more.",
  ],
  publishedAs: ({ trained: [{ model }] }, { policy }, metric) => {
    const shared = { dataset: PAPER_NAMES[PRODUCTS], model };
    if (policy === DGL_POLICY && metric === "memory_io_share") {
      return { ...shared, metric: "memory_io_time_share", system: "DGL", config: { variant: "naive" } };
    }
    return policy === MATCH_REORDER_AWARE && metric === "sample_share"
      ? { ...shared, metric: "sample_time_share", system: "DGL+MR+MA" }
      : undefined;
  },
  claims: [
    {
      claimId: "fastgl.q.naive-io",
      premise: PREMISE,
      decide: aboveWithBoth(DGL_POLICY.id, "memory_io_lead", "bounded"),
      turns: turnsWith(DGL_POLICY.id, "slower"),
    },
    {
      claimId: "fastgl.q.mr-then-computation",
      premise: PREMISE,
      decide: aboveWithBoth(MATCH_REORDER.id, "computation_lead", "bounded"),
      turns: turnsWith(MATCH_REORDER.id, "faster"),
    },
    {
      claimId: "fastgl.q.ma-then-sample",
      premise: PREMISE,
      decide: aboveWithBoth(MATCH_REORDER_AWARE.id, "sample_share", "share"),
      turns: turnsWith(MATCH_REORDER_AWARE.id, "faster"),
    },
  ],
};
