/**
 * fastgl Figure 15: what Match-Reorder, Memory-Aware and Fused-Map add, one after the other.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  allIterations,
  graphOf,
  MEAN,
  meanOfRounds,
  meanWorkload,
  TRAINING_SETTINGS,
  trainingWorkloads,
  workloadIterations,
} from "./measured_policies.ts";
import { overGraphs } from "./over_graphs.ts";
import { contenderOf, DGL_POLICY, MATCH_REORDER_AWARE, POLICY_NOTES, STEPS } from "./policies.ts";
import { epochPhases, PHASE_NOTES, policyRounds, ratios } from "./round_times.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "./sampling_graphs.ts";
import type { TrainingIterations } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** What is known of a step on one graph, one list a metric. */
interface StepValues {
  /** Percent of DGL's epoch time: all, and phase by phase. */
  readonly relative: Readonly<Record<"time" | "sample" | "memory_io" | "computation", readonly number[]>>;
  /** Over DGL's. */
  readonly speedup: readonly number[];
  /** Over the step before; absent for the first. */
  readonly gain?: readonly number[];
  /** Percent of its own epoch time. */
  readonly sampleShare: readonly number[];
}

function stepValues(iterations: TrainingIterations, id: string): StepValues {
  const at = STEPS.findIndex((policy) => policy.id === id);
  const phasesOf = (step: number) => epochPhases(policyRounds(iterations, STEPS[step], "GCN"));
  const { sample, memoryIo, computation, total } = phasesOf(at);
  const whole = phasesOf(0).total;
  const percent = (ms: readonly number[]) => ratios(ms, whole, 100);
  return {
    relative: {
      ...{ time: percent(total), sample: percent(sample) },
      ...{ memory_io: percent(memoryIo), computation: percent(computation) },
    },
    speedup: ratios(whole, total),
    ...(at === 0 ? {} : { gain: ratios(phasesOf(at - 1).total, total) }),
    sampleShare: ratios(sample, total, 100),
  };
}

/** The rows of a step: of one graph, or means over several. */
function stepFacts(graphs: readonly StepValues[]): Fact[] {
  const fact = (metric: string, unit: string, of: (values: StepValues) => readonly number[]): Fact => ({
    ...{ metric, unit, value: meanOfRounds(graphs.map(of)) },
  });
  return [
    fact("speedup", "x", ({ speedup }) => speedup),
    ...(graphs[0].gain ? [fact("gain", "x", ({ gain }) => gain!)] : []),
    fact("relative_time", "%", ({ relative }) => relative.time),
    fact("relative_sample", "%", ({ relative }) => relative.sample),
    fact("relative_memory_io", "%", ({ relative }) => relative.memory_io),
    fact("relative_computation", "%", ({ relative }) => relative.computation),
    fact("sample_share", "%", ({ sampleShare }) => sampleShare),
  ];
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const graphs = graphOf(workload) === MEAN
    ? await allIterations(lab, "GCN")
    : [await workloadIterations(lab, dataset, workload)];
  return stepFacts(graphs.map((iterations) => stepValues(iterations, id)));
}

const MEAN_ID = meanWorkload("", "GCN").id;

/** `time(dgl) > time(+MR) > time(+MR+MA) > time(+MR+MA+FM)` and `gain(MR) > gain(MA) > gain(FM)`, in the mean over the graphs. */
function eachAdds(evidence: SuiteEvidence): ClaimPart[] {
  const [naive, matched, aware, fused] = STEPS.map(({ id }) => ({ workload: MEAN_ID, contender: id }));
  const graphs = Object.keys(PAPER_NAMES).map((workload) =>
    evidence.row({ workload, contender: DGL_POLICY.id }, "relative_time")
  );
  return [
    evidence.faster(matched, naive, "relative_time"),
    evidence.faster(aware, matched, "relative_time"),
    evidence.faster(fused, aware, "relative_time"),
    // Of two gains the claim has the later one below the earlier one.
    evidence.faster(aware, matched, "gain"),
    evidence.faster(fused, aware, "gain"),
  ].map((part) => overGraphs(part, graphs));
}

/** The suite. */
export const figure15: TextSuite = {
  id: "fastgl/figure-15",
  paper: "fastgl",
  artifact: "Figure 15",
  title: "Ablation",
  question: "How much does each of Match-Reorder, Memory-Aware and Fused-Map add to DGL's design?",
  contenders: STEPS.map(contenderOf),
  baseline: DGL_POLICY.id,
  workloads: (profile) => [...trainingWorkloads(profile), meanWorkload("5 graphs", "GCN")],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "relative_time", label: "epoch time over DGL's", unit: "%", better: "lower" },
    { id: "relative_sample", label: "sampling", unit: "%", better: "lower" },
    { id: "relative_memory_io", label: "memory IO", unit: "%", better: "lower" },
    { id: "relative_computation", label: "computation", unit: "%", better: "lower" },
    { id: "speedup", label: "speed-up over DGL", unit: "x", better: "higher" },
    { id: "gain", label: "gain over the step before", unit: "x", better: "higher" },
    { id: "sample_share", label: "share of sample", unit: "%", better: "neither" },
  ],
  plots: [
    {
      ...{ metric: "relative_time", x: "workload" },
      stack: ["relative_sample", "relative_memory_io", "relative_computation"],
    },
    { metric: "speedup", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    "Times are of one device, the paper's of two: with as many mini-batches each, the ratios of steps are the same but for what " +
    "two devices share.",
    "Memory-Aware aggregation keeps in fast memory what a GPU's registers and shared memory hold; a CPU thread has partial sums in " +
    "its registers and caches in any case.",
    "Means are arithmetic, of ratios, round by round.",
  ],
  publishedAs: (workload, { id }, metric) => {
    const shared = { dataset: "5 graphs", model: "GCN" };
    if (graphOf(workload) === MEAN) {
      return id === MATCH_REORDER_AWARE.id && metric === "gain"
        ? { ...shared, metric: "overall_speedup_gain", system: "DGL+MR+MA vs DGL+MR" }
        : undefined;
    }
    // The share that is the reason for Fused-Map's smaller gain: before it is added.
    return id === MATCH_REORDER_AWARE.id && metric === "sample_share"
      ? { ...shared, metric: "sample_time_share", system: "" }
      : undefined;
  },
  claims: [{ claimId: "fastgl.q.ablation", decide: eachAdds }],
};
