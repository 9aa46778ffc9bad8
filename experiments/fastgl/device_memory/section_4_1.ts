/**
 * fastgl Section 4.1: the memory of the device that Match takes.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import { openFeatureLoader } from "../../../training/feature_loading/mod.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { inputLists } from "../input_lists.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FANOUTS, FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { trainingData } from "../training_data.ts";

/** Policy to load features. */
interface Loading extends Contender {
  /** Whether features of the mini-batch before are kept. */
  readonly match: boolean;
}

const NONE: Loading = { id: "none", label: "everything is copied", match: false };
const MATCH: Loading = { id: "match", label: "Match", match: true };

/** Mini-batches that are loaded: the second is the first that finds some of its features there. */
const BATCHES = 4;

/** The claim's bound on peak memory with Match over that without. */
const BOUND = 1.05;

const METRICS = {
  peak_memory: { label: "device memory of loading", unit: "MB", better: "lower" },
  loader_memory: { label: "device memory held between mini-batches", unit: "MB", better: "lower" },
  batch_vertices: { label: "vertices of the largest mini-batch", unit: "vertices" },
  reused: { label: "features taken from the mini-batch before", unit: "vertices", better: "higher" },
} as const satisfies Metrics;

/** Input vertices of the mini-batches that every contender loads. */
async function firstLists(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, batchSize: batch }: SampledWorkload["epoch"],
): Promise<readonly Uint32Array[]> {
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const [lists] = await inputLists(lab, dataset, { graph, batch, sampling, most: BATCHES });
  return lists;
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { match }: Loading,
): Promise<Facts<typeof METRICS>> {
  const { device } = lab;
  const { features } = await trainingData(lab, dataset, epoch.graph);
  const lists = await lab.once(firstLists, dataset, epoch);
  const maxRows = lists.reduce((most, { length }) => Math.max(most, length), 1);
  const before = device.ledger.live;
  device.resetPeak();
  const loader = await openFeatureLoader(device, features, { loading: { match }, maxRows });
  try {
    let reused = 0;
    for (const list of lists) reused += (await loader.load(list)).counts.reused;
    return {
      loader_memory: loader.bytes / 1e6,
      peak_memory: (device.ledger.peak - before) / 1e6,
      batch_vertices: maxRows,
      reused,
    };
  } finally {
    loader.close();
  }
}

/** `peak_memory(match) <= 1.05 * peak_memory(none)` on every graph, where Match found something to keep. */
function noMemory(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.map((workload) => {
    const rows = [MATCH, NONE].map(({ id }) => evidence.row({ workload, contender: id }, "peak_memory"));
    const kept = evidence.row({ workload, contender: MATCH.id }, "reused");
    const ratio = medianOf(rows[0]) / medianOf(rows[1]);
    const text =
      `${medianOf(rows[0]).toFixed(3)} MB with Match, ${medianOf(rows[1]).toFixed(3)} MB without: ` +
      `${ratio.toFixed(4)} on ${rows[0].dataset}, ${medianOf(kept)} features kept`;
    return evidence.exact(ratio <= BOUND && medianOf(kept) > 0, text, [...rows, kept], ratio);
  });
}

/** Device memory of loading with Match and without. */
export const section41: Suite<SampledWorkload, Loading, typeof METRICS> = {
  id: "fastgl/section-4-1",
  artifact: "Section 4.1",
  title: "Device memory of Match",
  question: "Does Match need device memory beyond the features of the mini-batch before?",
  contenders: [NONE, MATCH],
  baseline: NONE.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: { ...SAMPLING_SETTINGS, "mini-batches": `the first ${BATCHES} of an epoch` },
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [{ metric: "peak_memory", x: "workload", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Memory is that of loading features alone: all else of a training is the same with Match and without, and would bring the two " +
    "nearer. Both hold the features of two mini-batches, the one that is trained on and the one that is loaded; Match adds a " +
    "number a vertex, its place among them.",
    "Match, Reorder and what they save are in Figures 6 and 10.",
  ],
  claims: [{ claimId: "fastgl.q.match-no-memory", decide: noMemory }],
};
