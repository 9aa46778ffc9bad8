/**
 * fastgl Figure 1: phases of an epoch in existing systems.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { PYG_SYSTEM, systemCell } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { policyMeasurement } from "./measured_policies.ts";
import { CARD_METRICS, CARD_NOTES } from "../links/card_phases.ts";
import { LINK_METRICS, LINK_NOTES, overLinks } from "../links/loading_links.ts";
import { flipFact, takesLongerBelow } from "../links/turning_speeds.ts";
import { turningWords } from "../links/turning_words.ts";
import { epochLoadings, policyOnCards } from "./linked_epochs.ts";
import { memoryIoPhase, TRAINING_REGIME } from "./training_premises.ts";
import { TRAINING_SETTINGS, type TrainingWorkload, trainingWorkloads } from "./training_workloads.ts";
import {
  DGL_POLICY,
  FASTGL,
  LIBRARIES,
  POLICY_NOTES,
  policyContender,
  PYG,
  type SystemContender,
  SYSTEMS,
} from "../policies.ts";
import { LIBRARY_METRICS, LIBRARY_NOTES, libraryOutcome } from "./library_times.ts";
import {
  EPOCH_METRICS,
  epochOutcome,
  epochPhases,
  PHASE_NOTES,
  PHASE_STACK,
  WHOLE_STACK,
} from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

const CONTENDERS: readonly SystemContender[] = [
  ...SYSTEMS.filter((policy) => policy !== FASTGL).map(policyContender),
  ...LIBRARIES,
];

const METRICS = {
  ...EPOCH_METRICS,
  ...LIBRARY_METRICS,
  ...LINK_METRICS,
  ...CARD_METRICS,
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** `share(sample, pyg) > share(memory_io, pyg) + share(computation, pyg)`: more than half, on every graph. */
function pygSamples(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(PAPER_NAMES).map((workload) =>
    evidence.share(systemCell(evidence, workload, PYG_SYSTEM, "sample_share"), "sample_share", {
      side: "above",
      bound: 50,
    })
  );
}

/** Phases of an epoch by system. */
export const figure1: Suite<TrainingWorkload, SystemContender, typeof METRICS> = {
  id: "fastgl/figure-1",
  artifact: "Figure 1",
  title: "Phases of an epoch by system",
  decidesFrom: "paper",
  question: "Which of sampling, memory IO and computation takes most of an epoch, system by system?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement(
    {
      contenders: CONTENDERS,
      libraryOutcomeOf: (peer, [training]) => libraryOutcome(training.library(peer)),
    },
    (policy, [training]) => {
      const rounds = training.rounds(policy), { times, facts } = epochOutcome(rounds);
      const { sample, computation } = epochPhases(rounds), loadings = epochLoadings(training, policy);
      // Sampling takes more than half over links that load within what it takes longer than computation.
      const longer = sample.map((ms, round) => ms - computation[round]);
      const speeds = loadings.map((each, round) => takesLongerBelow(each, longer[round]));
      return {
        times,
        facts: {
          ...facts,
          ...overLinks(loadings),
          ...policyOnCards(training, policy),
          ...(policy === PYG && flipFact(speeds)),
        },
      };
    },
  ),
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK, facet: "dataset" },
    { metric: "flip_link", x: "workload", logarithmic: true },
    { metric: "io_over_pcie_4", x: "workload" },
    { metric: "io_lead_rtx_3090_pcie_4", x: "workload", logarithmic: true },
    { metric: "io_lead_h100_pcie_5", x: "workload", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
  ],
  publishedAs: (_workload, { policy }, metric) => {
    if (metric !== "sample_share") return undefined;
    const shared = { metric: "sample_time_share", model: "GCN" };
    if (policy === PYG) return { ...shared, system: "PyG", config: { sampling: "cpu" } };
    return policy === DGL_POLICY ? { ...shared, system: "DGL", config: { sampling: "gpu" } } : undefined;
  },
  claims: [{
    claimId: "fastgl.q.pyg-sampling",
    premise: memoryIoPhase(Object.keys(PAPER_NAMES), PYG.id),
    decide: pygSamples,
    turns: (evidence) =>
      turningWords(
        evidence,
        Object.keys(PAPER_NAMES).map((workload) => ({ workload, contender: PYG.id })),
        { holdsOver: "faster" },
      ),
  }],
};
