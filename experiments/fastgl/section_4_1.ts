/**
 * fastgl Section 4.1: the memory of the device that Match takes.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { openFeatureLoader } from "../../training/feature_loading/mod.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { inputLists } from "./input_lists.ts";
import {
  FANOUTS,
  FOUR_GRAPHS,
  sampledGraph,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import { trainingData } from "./training_iterations.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const NONE = "none", MATCH = "match";

/** Mini-batches that are loaded: the second is the first that finds some of its features there. */
const BATCHES = 4;

/** The claim's bound on peak memory with Match over that without. */
const BOUND = 1.05;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { id }: TextWorkload,
  contender: TextContender,
): Promise<readonly Fact[]> {
  const { device, seed } = lab;
  const graph = sampledGraph(lab.profile, id);
  const { features } = await trainingData(lab, dataset, graph);
  const [lists] = await inputLists(lab, dataset, {
    ...{ graph, sampling: { fanouts: FANOUTS, seed }, most: BATCHES },
  });
  const maxRows = lists.reduce((most, { length }) => Math.max(most, length), 1);
  const before = device.ledger.live;
  device.resetPeak();
  const loader = await openFeatureLoader(device, features, {
    loading: { match: contender.id === MATCH },
    maxRows,
  });
  try {
    let reused = 0;
    for (const list of lists) reused += (await loader.load(list)).counts.reused;
    return [
      { metric: "loader_memory", unit: "MB", value: loader.bytes / 1e6 },
      { metric: "peak_memory", unit: "MB", value: (device.ledger.peak - before) / 1e6 },
      { metric: "batch_vertices", unit: "vertices", value: maxRows },
      { metric: "reused", unit: "vertices", value: reused },
    ];
  } finally {
    loader.close();
  }
}

/** `peak_memory(match) <= 1.05 * peak_memory(none)` on every graph, where Match found something to keep. */
function noMemory(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.map((workload) => {
    const rows = [MATCH, NONE].map((contender) => evidence.row({ workload, contender }, "peak_memory"));
    const kept = evidence.row({ workload, contender: MATCH }, "reused");
    const ratio = medianOf(rows[0]) / medianOf(rows[1]);
    const words =
      `${medianOf(rows[0]).toFixed(3)} MB with Match, ${medianOf(rows[1]).toFixed(3)} MB without: ` +
      `${ratio.toFixed(4)} on ${rows[0].dataset}, ${kept.median} features kept`;
    return evidence.exact(ratio <= BOUND && medianOf(kept) > 0, words, [...rows, kept], ratio);
  });
}

/** The suite. */
export const section41: TextSuite = {
  id: "fastgl/section-4-1",
  paper: "fastgl",
  artifact: "Section 4.1",
  title: "Device memory of Match",
  question: "Does Match need device memory beyond the features of the mini-batch before?",
  contenders: [{ id: NONE, label: "everything is copied" }, { id: MATCH, label: "Match" }],
  baseline: NONE,
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: { ...SAMPLING_SETTINGS, "mini-batches": `the first ${BATCHES} of an epoch` },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "peak_memory", label: "device memory of loading", unit: "MB", better: "lower" },
    { id: "loader_memory", label: "of that, held between mini-batches", unit: "MB", better: "lower" },
    {
      id: "batch_vertices",
      label: "vertices of the largest mini-batch",
      unit: "vertices",
      better: "neither",
    },
    {
      ...{ id: "reused", label: "features taken from the mini-batch before" },
      ...{ unit: "vertices", better: "higher" },
    },
  ],
  plots: [{ metric: "peak_memory", x: "workload", logarithmic: true }],
  notes: [
    ...SAMPLING_NOTES,
    "Memory is that of loading features alone: all else of a training is the same with Match and without, and would bring the two " +
    "nearer. Both hold the features of two mini-batches, the one that is trained on and the one that is loaded; Match adds a " +
    "number a vertex, its place among them.",
    "Match, Reorder and what they save are in Figures 6 and 10.",
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "fastgl.q.match-no-memory", decide: noMemory }],
};
