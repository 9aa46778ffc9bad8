/**
 * A full-batch epoch of a GAT beside its peers.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { gat } from "../../../training/models/gat.ts";
import type { BenchSuite } from "../../bench/bench_suite.ts";
import type { Workload } from "../../cell.ts";
import { TRAINING_PEERS } from "../../peers/peers.ts";
import { graphsInProfile } from "../standard_graphs.ts";
import { ATTENTION_LINES } from "../targets.ts";
import {
  type BenchedSystem,
  benchedSystems,
  WHOLE_EPOCH_METRICS,
  WHOLE_EPOCH_PEERS,
  WHOLE_EPOCH_TRAINING,
  wholeEpochs,
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
    "training": WHOLE_EPOCH_TRAINING,
  },
  measurement: wholeEpochs({
    layers: gat({ classes: CLASSES, heads: HEADS, headWidth: HEAD_WIDTH }),
    width: WIDTH,
    classes: CLASSES,
    normalise: withSelves,
  }),
  metrics: WHOLE_EPOCH_METRICS,
  plots: [{ metric: "time", x: "workload" }],
  notes: [
    `${WHOLE_EPOCH_PEERS} The layers are GATConv of torch_geometric.nn and of dgl.nn, on the graph with the vertices themselves.`,
  ],
  claims: [],
  bench: ATTENTION_LINES,
};
