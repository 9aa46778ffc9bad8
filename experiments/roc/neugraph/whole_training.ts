/**
 * roc Figure 5, whole technique: learned cuts and managed memory in one partitioned training.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { PARTITION_NOTES, trainedGraph } from "../partitioning/partitioned_graphs.ts";
import { EQUAL_STREAMED, measureParts, PARTS_METRICS, type PartsContender } from "./parts_epochs.ts";
import { type GpuWorkload, gpuWorkload } from "../partitioning/gpu_workloads.ts";

const CONTENDERS: readonly PartsContender[] = [
  EQUAL_STREAMED,
  {
    id: "cached",
    label: "equal vertices, dynamic program",
    cut: "equal-vertices",
    policy: "dynamic-program",
  },
  { id: "cut", label: "learned cut, streaming", cut: "learned", policy: "streaming" },
  { id: "roc", label: "learned cut, dynamic program (ROC whole)", cut: "learned", policy: "dynamic-program" },
];

/** Learned cuts and managed memory in one training, beside each of them alone. */
export const wholeTraining: Suite<GpuWorkload, PartsContender, typeof PARTS_METRICS> = {
  id: "roc/figure-5-whole",
  artifact: "Figure 5",
  title: "Partitioner and memory manager in one training",
  decidesFrom: "paper",
  question: "What do learned cuts and managed memory gain together, in a training that exchanges its rows?",
  contenders: CONTENDERS,
  baseline: EQUAL_STREAMED.id,
  workloads: (profile) => {
    const { dataset } = trainedGraph(profile, "reddit");
    const counts = profile.id === "smoke" ? [2] : [2, 4];
    return counts.map((gpus) => gpuWorkload(gpus, { id: `reddit:${gpus}`, dataset, model: "GCN" }));
  },
  settings: {
    "training": "GCN, 256 hidden units, two layers; Adam on the sum of the parts' gradients, on the host",
    "memory": "a card of 16 GB over the scale of the stand-in for each part",
    "exchange": "through host memory; not in the times of the parts",
  },
  measurement: { kind: "joint", measure: measureParts },
  metrics: PARTS_METRICS,
  plots: [{ metric: "slowest_part", x: "devices" }, { metric: "loaded", x: "devices" }],
  notes: [
    ...PARTITION_NOTES,
    "Parts take turns on one device, each with its data in host memory: they load what a plan of the memory manager says, run a layer, " +
    "and write its results back. A part's forward pass is computed again in its backward pass. Results that stay on a GPU are written " +
    "back while it computes on; on CPU threads a copy blocks the kernels.",
    "All losses are compared, epoch by epoch, with those of the whole graph on the device. No claim is decided here: links between " +
    "devices are missing, which Figure 5 models.",
  ],
  claims: [],
};
