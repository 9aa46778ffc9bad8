/**
 * A full-batch epoch of a GAT beside its peers.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { gat } from "../../../training/models/gat.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerEpochTrial } from "../../peers/peer_epoch.ts";
import { peerContenders, TRAINING_PEERS } from "../../peers/peers.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../../trials/training_trial.ts";
import { ATTENTION_LINES } from "../targets.ts";

const WIDTH = 128, CLASSES = 16, HEADS = 8, HEAD_WIDTH = 8;
/** PyG keeps some rows of all heads for each entry: gigabytes on larger graphs. */
const GRAPHS = [{ id: "pubmed", standard: "pubmed" }, { id: "reddit", standard: "reddit@1/64" }] as const;
/** Peers with an attention layer of their own. */
const PEERS = TRAINING_PEERS.filter(({ id }) => id === "pyg" || id === "dgl");

/** This harness, or another system. */
interface Trainer extends Contender {
  readonly factors?: { readonly peer: string };
}

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over this harness", unit: "x", better: "higher" },
  ...EPOCH_PART_METRICS,
  device_bytes: { label: "bytes on the device", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

/** Entries of the graph with the vertices themselves; a GAT reads no value of them. */
function withSelves(graph: CsrMatrix): CsrMatrix {
  const { rows, cols, rowPtr, colIdx } = gcnNormalise(graph);
  return { rows, cols, rowPtr, colIdx };
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  { factors }: Trainer,
): Promise<Trial<typeof METRICS>> {
  // Labels of the benchmark's own number of classes, on every graph.
  const { labels: _, multiLabels: __, classes: ___, ...graph } = dataset;
  const data = await vertexData(graph, {
    seed: lab.seed,
    randomWidth: WIDTH,
    classes: CLASSES,
    trainingShare: 0.5,
    normalise: withSelves,
  });
  const layers = gat({ classes: CLASSES, heads: HEADS, headWidth: HEAD_WIDTH });
  const model = { layers, optimizer: adam() };
  return factors === undefined
    ? trainingTrial(lab, { data, model })
    : await peerEpochTrial(lab, { data, model, peer: factors.peer });
}

/** Epochs of a GAT by this harness and by other systems. */
export const benchAttention: BenchSuite<Workload, Trainer, typeof METRICS> = {
  id: "own/bench-attention",
  paper: "own",
  artifact: "Bench: attention",
  title: "An epoch of a GAT beside other systems",
  onlyWhenNamed: true,
  question:
    "How long does a full-batch step of a GAT take here, and in the systems that one would pick instead?",
  contenders: [{ id: "own", label: "this harness" }, ...peerContenders(PEERS)],
  baseline: "own",
  workloads: ({ id: profile }) =>
    GRAPHS.map(({ id, standard }) => ({
      id,
      dataset: profile === "standard" ? standard : id,
      model: "GAT",
      factors: { width: WIDTH, heads: HEADS },
    })),
  settings: {
    "model":
      `2-layer GAT, ${WIDTH} features, ${HEADS} heads of ${HEAD_WIDTH}, ${CLASSES} classes, biases, no dropout`,
    "training": "half of the vertices, random features and labels; Adam, learning rate 0.01",
  },
  measurement: { kind: "timed", decides: true, patience: 4, trial },
  metrics: METRICS,
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    "A peer times itself, between two readings of its own clock (on a GPU, two events of CUDA). Its first five losses must be ours to 1e-3. The layers are GATConv " +
    "of torch_geometric.nn and of dgl.nn, on the graph with the vertices themselves.",
  ],
  publishedAs: () => undefined,
  claims: [],
  bench: ATTENTION_LINES,
};
