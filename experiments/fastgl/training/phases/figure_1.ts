/**
 * fastgl Figure 1: phases of an epoch in existing systems.
 *
 * @module
 */
import type { ClaimPart } from "../../../../results/verdicts/evidence.ts";
import { PYG_SYSTEM, systemCell } from "../../../claims/named_system.ts";
import type { SuiteEvidence } from "../../../claims/suite_evidence.ts";
import type { Metrics } from "../../../metrics.ts";
import type { Suite } from "../../../suite.ts";
import { CARD_METRICS, CARD_NOTES } from "../../links/card_phase_facts.ts";
import { LINK_METRICS, LINK_NOTES } from "../../links/loading_links.ts";
import { flipFact } from "../../links/turning_speeds.ts";
import { turningText } from "../../links/turning_text.ts";
import {
  besideSystem,
  DGL_POLICY,
  FASTGL,
  LIBRARIES,
  POLICY_NOTES,
  policyContender,
  policyOf,
  PYG,
  type SystemContender,
  SYSTEMS,
} from "../../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../../sampling_graphs.ts";
import { LIBRARY_METRICS, LIBRARY_NOTES, libraryOutcome } from "../library_times.ts";
import { policyMeasurement } from "../measured_policies.ts";
import { EPOCH_METRICS, epochOutcome, PHASE_NOTES, PHASE_STACK, WHOLE_STACK } from "../epoch_phases.ts";
import { memoryIoPhase, TRAINING_REGIME } from "../training_premises.ts";
import {
  GRAPHS,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "../training_workloads.ts";
import { sampleTurnsAt, turningSpeeds } from "./largest_phases.ts";
import { LINK_PLOTS, linkedFacts, measuredPhases } from "./linked_epochs.ts";

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
  return GRAPHS.map((workload) =>
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
      const { times, facts } = epochOutcome(training.rounds(policy));
      const links = linkedFacts(training, policy);
      if (policy !== PYG) return { times, facts: { ...facts, ...links } };
      const speeds = turningSpeeds(measuredPhases(training, policy), sampleTurnsAt);
      return { times, facts: { ...facts, ...links, ...flipFact(speeds) } };
    },
  ),
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK, facet: "dataset" },
    ...LINK_PLOTS,
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
    "Times are of one device; on how many the paper's are, it does not say.",
  ],
  publishedAs: (_workload, contender, metric) => {
    if (metric !== "sample_share") return undefined;
    const policy = policyOf(contender),
      shared = { metric: "sample_time_share", model: "GCN", ...besideSystem(contender) };
    if (policy === PYG) return { ...shared, system: "PyG", config: { sampling: "cpu" } };
    return policy === DGL_POLICY ? { ...shared, system: "DGL", config: { sampling: "gpu" } } : undefined;
  },
  claims: [{
    claimId: "fastgl.q.pyg-sampling",
    premise: memoryIoPhase(GRAPHS, PYG.id),
    decide: pygSamples,
    turns: (evidence) =>
      turningText(
        evidence,
        GRAPHS.map((workload) => ({ workload, contender: PYG.id })),
        { holdsOver: "faster" },
      ),
  }],
};
