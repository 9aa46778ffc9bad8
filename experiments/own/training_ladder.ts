/**
 * The training ladder, a suite of our own: a full-batch GCN epoch on this project's kernels beside the
 * systems that a user would pick instead, on the same threads, from the same weights.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexData } from "../../training/vertex_data.ts";
import { peerEpochTrial } from "../peers/peer_epoch.ts";
import { TRAINING_PEERS } from "../peers/peers.ts";
import type { BenchSuite } from "../bench/bench_suite.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../trials/training_trial.ts";
import { EPOCH_LINES } from "./targets.ts";

const WIDTH = 128;
const HIDDEN = 128;
const CLASSES = 16;

/**
 * Graphs, with the dataset of the standard profile: a scale that comparisons with other systems always have.
 */
const GRAPHS = [
  { id: "twitter", standard: "twitter" },
  { id: "reddit", standard: "reddit@1/16" },
  { id: "ogbn-products", standard: "ogbn-products@1/4" },
  { id: "pubmed", standard: "pubmed" },
] as const;

/** This harness, or another system that trains. */
interface Trainer extends Contender {
  readonly factors?: { readonly peer: string };
}

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over this harness", unit: "x", better: "higher" },
  ...EPOCH_PART_METRICS,
  device_bytes: { label: "bytes on the device", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  { factors }: Trainer,
): Promise<Trial<typeof METRICS>> {
  // Labels only where the graph has no classes of its own; what they are does not change an epoch's time.
  const { labels: _, multiLabels: __, classes: ___, ...graph } = dataset;
  const data = await vertexData(graph, {
    seed: lab.seed,
    randomWidth: WIDTH,
    classes: CLASSES,
    trainingShare: 0.5,
  });
  const model = { layers: gcn({ classes: CLASSES, hidden: HIDDEN, bias: true }), optimizer: adam() };
  return factors === undefined
    ? trainingTrial(lab, { data, model })
    : await peerEpochTrial(lab, { data, model, peer: factors.peer });
}

/** Epochs of a GCN by this harness and by other systems. */
export const trainingLadder: BenchSuite<Workload, Trainer, typeof METRICS> = {
  id: "own/training-ladder",
  paper: "own",
  artifact: "Training ladder",
  title: "An epoch of a GCN beside other systems",
  question:
    "How long does a full-batch training step take here, and in the systems that one would pick instead?",
  contenders: [
    { id: "own", label: "this harness" },
    ...TRAINING_PEERS.map(({ id, label }): Trainer => ({
      id: `peer:${id}`,
      label,
      factors: { peer: id },
      runtime: "python",
    })),
  ],
  baseline: "own",
  workloads: ({ id: profile }) =>
    GRAPHS.map(({ id, standard }) => ({
      id,
      dataset: profile === "standard" ? standard : id,
      model: "GCN",
      factors: { width: WIDTH, hidden: HIDDEN },
    })),
  settings: {
    "model": `2-layer GCN, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes, biases, no dropout`,
    "training": "half of the vertices, random features and labels; Adam, learning rate 0.01",
  },
  measurement: { kind: "timed", decides: true, patience: 4, trial },
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload" },
    {
      metric: "time",
      x: "workload",
      stack: ["aggregation_time", "combination_time", "loss_time", "update_time"],
    },
  ],
  notes: [
    "A peer times itself, between two readings of its own clock (on a GPU, two events of CUDA). Its first five losses must be ours to 1e-3.",
    ...TRAINING_PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
  publishedAs: () => undefined,
  claims: [],
  bench: EPOCH_LINES,
};
