/**
 * A full-batch epoch of a GAT beside its peers.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { gat } from "../../../training/models/gat.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import { TRAINING_PEERS } from "../../peers/peers.ts";
import { graphsInProfile } from "../standard_graphs.ts";
import { ATTENTION_LINES } from "../targets.ts";
import {
  type BenchedSystem,
  benchedSystems,
  WHOLE_EPOCH_METRICS,
  wholeEpochTrial,
} from "./benched_systems.ts";

const WIDTH = 128, CLASSES = 16, HEADS = 8, HEAD_WIDTH = 8;
/** PyG keeps some rows of all heads for each entry: gigabytes on larger graphs. */
const GRAPHS = [{ id: "pubmed", standard: "pubmed" }, { id: "reddit", standard: "reddit@1/64" }] as const;
/** Peers with an attention layer of their own. */
const PEERS = TRAINING_PEERS.filter(({ id }) => id === "pyg" || id === "dgl");

/** Entries of the graph with the vertices themselves; a GAT reads no value of them. */
function withSelves(graph: CsrMatrix): CsrMatrix {
  const { rows, cols, rowPtr, colIdx } = gcnNormalise(graph);
  return { rows, cols, rowPtr, colIdx };
}

function trial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  system: BenchedSystem,
): Promise<Trial<typeof WHOLE_EPOCH_METRICS>> {
  const layers = gat({ classes: CLASSES, heads: HEADS, headWidth: HEAD_WIDTH });
  return wholeEpochTrial(lab, dataset, system, {
    layers,
    width: WIDTH,
    classes: CLASSES,
    normalise: withSelves,
  });
}

/** Epochs of a GAT by this harness and by other systems. */
export const benchAttention: BenchSuite<Workload, BenchedSystem, typeof WHOLE_EPOCH_METRICS> = {
  id: "own/bench-attention",
  artifact: "Bench: attention",
  title: "An epoch of a GAT beside other systems",
  onlyWhenNamed: true,
  question:
    "How long does a full-batch step of a GAT take here, and in the systems that one would pick instead?",
  contenders: benchedSystems(PEERS),
  baseline: "own",
  workloads: (profile) =>
    graphsInProfile(GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GAT",
      factors: { width: WIDTH, heads: HEADS },
    })),
  settings: {
    "model":
      `2-layer GAT, ${WIDTH} features, ${HEADS} heads of ${HEAD_WIDTH}, ${CLASSES} classes, biases, no dropout`,
    "training": "half of the vertices, random features and labels; Adam, learning rate 0.01",
  },
  measurement: { kind: "timed", decides: true, patience: 4, trial },
  metrics: WHOLE_EPOCH_METRICS,
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    "A peer times itself, between two readings of its own clock (on a GPU, two events of CUDA). Its first five losses must be ours to 1e-3. The layers are GATConv " +
    "of torch_geometric.nn and of dgl.nn, on the graph with the vertices themselves.",
  ],
  claims: [],
  bench: ATTENTION_LINES,
};
