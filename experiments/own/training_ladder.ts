/**
 * The training ladder, a suite of our own: a full-batch GCN epoch on this project's kernels beside the
 * systems that a user would pick instead, on the same threads, from the same weights.
 *
 * @module
 */
import { gcn } from "../../training/models/gcn.ts";
import { TRAINING_PEERS } from "../peers/peers.ts";
import type { BenchSuite } from "../bench/bench_suite.ts";
import type { Workload } from "../cell.ts";
import {
  type BenchedSystem,
  benchedSystems,
  WHOLE_EPOCH_METRICS,
  WHOLE_EPOCH_PEERS,
  WHOLE_EPOCH_TRAINING,
  wholeEpochs,
} from "./bench/benched_systems.ts";
import { graphsInProfile } from "./standard_graphs.ts";
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

/** Epochs of a GCN by this harness and by other systems. */
export const trainingLadder: BenchSuite<Workload, BenchedSystem, typeof WHOLE_EPOCH_METRICS> = {
  id: "own/training-ladder",
  artifact: "Training ladder",
  title: "An epoch of a GCN beside other systems",
  question:
    "How long does a full-batch training step take here, and in the systems that one would pick instead?",
  contenders: benchedSystems(TRAINING_PEERS),
  baseline: "own",
  workloads: (profile) =>
    graphsInProfile(GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GCN",
      factors: { width: WIDTH, hidden: HIDDEN },
    })),
  settings: {
    "model": `2-layer GCN, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes, biases, no dropout`,
    "training": WHOLE_EPOCH_TRAINING,
  },
  measurement: wholeEpochs({
    layers: gcn({ classes: CLASSES, hidden: HIDDEN, bias: true }),
    width: WIDTH,
    classes: CLASSES,
  }),
  metrics: WHOLE_EPOCH_METRICS,
  plots: [
    { metric: "time", x: "workload" },
    {
      metric: "time",
      x: "workload",
      stack: ["aggregation_time", "combination_time", "loss_time", "update_time"],
    },
  ],
  notes: [
    WHOLE_EPOCH_PEERS,
    ...TRAINING_PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
  claims: [],
  bench: EPOCH_LINES,
};
