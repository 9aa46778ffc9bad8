/**
 * fastgl Figure 1: which phase of an epoch existing systems spend their time in.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { TRAINING_SETTINGS, trainingWorkloads, workloadIterations } from "./measured_policies.ts";
import { contenderOf, DGL_POLICY, FASTGL, POLICY_NOTES, PYG, SYSTEMS } from "./policies.ts";
import {
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

const EXISTING = SYSTEMS.filter((policy) => policy !== FASTGL);

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const iterations = await workloadIterations(lab, dataset, workload);
  const policy = EXISTING.find((each) => each.id === id)!;
  return phaseFacts(epochPhases(policyRounds(iterations, policy, workload.model as ModelId)));
}

/** `share(sample, pyg) > share(memory_io, pyg) + share(computation, pyg)`: more than half, on every graph. */
function pygSamples(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(PAPER_NAMES).map((workload) =>
    evidence.bounded({ workload, contender: PYG.id }, "sample_share", { side: "above", bound: 50 })
  );
}

/** The suite. */
export const figure1: TextSuite = {
  id: "fastgl/figure-1",
  paper: "fastgl",
  artifact: "Figure 1",
  title: "Phases of an epoch by system",
  question: "Which of sampling, memory IO and computation takes most of an epoch, system by system?",
  contenders: EXISTING.map(contenderOf),
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: { kind: "counted", count },
  metrics: PHASE_METRICS,
  plots: [
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK, facet: "dataset" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
  ],
  publishedAs: (_workload, { id }, metric) => {
    if (metric !== "sample_share") return undefined;
    const shared = { metric: "sample_time_share", model: "GCN" };
    if (id === PYG.id) return { ...shared, system: "PyG", config: { sampling: "cpu" } };
    return id === DGL_POLICY.id ? { ...shared, system: "DGL", config: { sampling: "gpu" } } : undefined;
  },
  claims: [{ claimId: "fastgl.q.pyg-sampling", decide: pygSamples }],
};
