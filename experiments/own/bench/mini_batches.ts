/**
 * An epoch of GraphSAGE on mini-batches beside its peers, whose layers compute the same sums.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerBatchTrial } from "../../peers/batches/batch_trial.ts";
import { BATCH_PEERS } from "../../peers/peers.ts";
import { miniBatchTrial, miniBatchWork } from "../../trials/mini_batches/mini_batch_trial.ts";
import { drawnBatchData } from "../drawn_data.ts";
import { graphsInProfile, MINI_BATCH_GRAPHS } from "../standard_graphs.ts";
import { MINI_BATCH_LINES } from "../targets.ts";
import { type BenchedSystem, benchedSystems } from "./benched_systems.ts";

const WIDTH = 128, HIDDEN = 64, CLASSES = 16;
/** Neighbours drawn a layer, the layer next to the input first. */
const FANOUTS = [5, 10, 15];
/** Mini-batches of an epoch. */
const BATCHES = 10;

/** Mini-batches of a graph. */
interface BatchWorkload extends Workload {
  readonly factors: { readonly batch: number; readonly fanouts: string; readonly hidden: number };
}

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over this harness", unit: "x", better: "higher" },
  sample_time: { label: "sampling", unit: "ms", better: "lower" },
  load_time: { label: "loading of features", unit: "ms", better: "lower" },
  compute_time: { label: "training and its preparation", unit: "ms", better: "lower" },
  waits: { label: "waits of the host for the device, an epoch", unit: "count", better: "lower" },
  wait_time: { label: "one wait for an idle device", unit: "ms", better: "lower", shown: false },
  launched_vertices: {
    label: "vertices that launches are for, over those loaded",
    unit: "x",
    better: "lower",
  },
  launched_edges: { label: "edges that launches are for, over those sampled", unit: "x", better: "lower" },
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
  workers: { label: "processes that sample ahead", unit: "count", shown: false },
} as const satisfies Metrics;

/** Random features and labels, and as many training vertices as an epoch has seeds. */
function drawData(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<MiniBatchData> {
  return drawnBatchData(lab, dataset, { width: WIDTH, classes: CLASSES, batches: BATCHES, batchSize });
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { batch: batchSize } }: BatchWorkload,
  { factors }: BenchedSystem,
): Promise<Trial<typeof METRICS>> {
  const { graph } = dataset, { seed } = lab;
  const data = await lab.once(drawData, dataset, batchSize);
  const layers = graphSage({ classes: CLASSES, hidden: HIDDEN, layers: FANOUTS.length });
  const own = { graph, data, layers, aggregation: "mean" as const, fanouts: FANOUTS, batchSize };
  if (factors === undefined) return await miniBatchTrial(lab, own);
  const problem = { graph, data, layers, model: "sage" as const, fanouts: FANOUTS, batchSize, seed };
  return await peerBatchTrial(lab, { peer: factors.peer, problem, work: await miniBatchWork(lab, own) });
}

/** Times of an epoch on mini-batches by this harness and by other systems. */
export const benchMiniBatches: BenchSuite<BatchWorkload, BenchedSystem, typeof METRICS> = {
  id: "own/bench-mini-batches",
  artifact: "Bench: mini-batches",
  title: "An epoch on mini-batches beside other systems",
  onlyWhenNamed: true,
  question:
    "How long does an epoch on sampled mini-batches take here, and in the systems that one would pick instead?",
  contenders: benchedSystems(BATCH_PEERS),
  baseline: "own",
  workloads: (profile) =>
    graphsInProfile(MINI_BATCH_GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GraphSAGE",
      factors: { batch: profile.id === "smoke" ? 16 : 512, fanouts: FANOUTS.join(","), hidden: HIDDEN },
    })),
  settings: {
    "model":
      `${FANOUTS.length}-layer GraphSAGE with the mean, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes`,
    "training": `${BATCHES} mini-batches an epoch, fan-outs ${
      FANOUTS.join(", ")
    } from the input on; Adam, learning rate 0.01`,
  },
  measurement: { kind: "timed", decides: true, patience: 4, trial },
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload" },
    { metric: "time", x: "workload", stack: ["sample_time", "load_time", "compute_time"] },
  ],
  notes: [
    "On a GPU this harness trains without the host: the graph and the features lie on the device, and a sample has as many epochs " +
    "between two waits as make a wait less than 2 % of it. `waits` counts those of an epoch on its own, `wait_time` is what one takes. " +
    "The phases are timed in an epoch of their own, which waits for each.",
    "The host does not know how much a mini-batch on a GPU holds: launches are for what it has room for. `launched_vertices` and " +
    "`launched_edges` say how many times what it holds that is. Predicted of any card, from counts on the stand-ins of the standard " +
    "profile: at most 1.10, where fan-outs would allow 1.72. Launches of the right size (`dispatchWorkgroupsIndirect`) would save " +
    "less than a tenth of an epoch, and add to each another launch between barriers, which checks the size.",
    "A peer times itself. A mini-batch that it has drawn must be a sample of the graph, and the losses of its first three steps on " +
    "that mini-batch alone those of float64 arithmetic on the same blocks, to 1e-3.",
    "A peer's phases are timed one after the other, without the processes that sample ahead in its epoch. A row of PyTorch Geometric " +
    "draws a vertex's neighbours once a mini-batch, at the first hop that reaches it: fewer edges than blocks have.",
    ...BATCH_PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
  claims: [],
  bench: MINI_BATCH_LINES,
};
