/**
 * distgnn-mb Figure 2, "Broadcast in AGG": GAT's aggregation with one value of a head's attention spread over
 * a vector of the head's columns, against a scalar loop.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { HEADS } from "../rank_models.ts";
import { BATCH_METRICS, realBatches } from "../batch_premises.ts";
import {
  FANOUT_TEXT,
  GRAPH_IDS,
  type GraphId,
  HIDDEN,
  paperName,
  SCALE_NOTES,
  scaledGraph,
} from "../scaled_graphs.ts";
import { headSpmmTrial } from "./head_spmm_trial.ts";
import { hiddenLayers, SAMPLE_BATCHES } from "./hidden_aggregations.ts";
import { requireWasm } from "./socket_epochs.ts";
import { kernelBatch } from "./socket_workloads.ts";

/** Kernel of the `head-spmm` operation, by contender. */
const SCALAR = "row-split-scalar", VECTORS = "row-split";

/** A graph whose mini-batches are aggregated. */
interface BroadcastWorkload extends Workload {
  readonly model: "GAT";
  readonly factors: { readonly graph: GraphId; readonly batch: number };
}

const METRICS = {
  time: { label: "aggregation of some mini-batches", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  entries: { label: "entries", unit: "edges" },
  ...BATCH_METRICS,
} as const satisfies Metrics;

/** distgnn-mb Figure 2: time of GAT's aggregation, scalar and with vectors. */
export const figure2Broadcast: Suite<BroadcastWorkload, Contender, typeof METRICS> = {
  id: "distgnn-mb/figure-2-broadcast",
  artifact: "Figure 2",
  title: "Broadcast in AGG",
  question: "How much faster does GAT aggregate where a head's value is spread over a vector of its columns?",
  contenders: [
    { id: SCALAR, label: "scalar loop, as DGL's" },
    { id: VECTORS, label: "vectors" },
  ],
  baseline: SCALAR,
  workloads: (profile) =>
    GRAPH_IDS.map((graph) => ({
      id: graph,
      dataset: scaledGraph(profile, graph).dataset,
      model: "GAT",
      factors: { graph, batch: kernelBatch(profile, graph) },
    })),
  settings: {
    "aggregation": `the hidden layers of GAT, ${HEADS} heads of ${HIDDEN / HEADS} columns, forward`,
    "fan-outs": FANOUT_TEXT,
    "sample": `the first ${SAMPLE_BATCHES} mini-batches, of one epoch or more`,
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, { factors: { graph, batch } }, { id }) => {
      requireWasm(lab.device, "time a scalar aggregation");
      const problems = await lab.once(hiddenLayers, dataset, { graph, batch });
      const counts = { seeds: batch, measured_batches: SAMPLE_BATCHES };
      return headSpmmTrial(lab, { problems, kernel: id, facts: counts });
    },
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "The baseline is no DGL: a kernel of ours that does what its loop does. For each entry it goes through " +
    "the columns one by one, looks up which weight a column has, and adds to the result in memory. The " +
    "other keeps sums of columns in registers, of up to 32 in WebAssembly, so that it saves loads and " +
    "stores as well as instructions; the paper's is compiled at run time by LIBXSMM.",
    "Both share rows among threads in the same way. Vectors have four lanes in WebAssembly, eight or sixteen " +
    "in machine code, and sixteen on the paper's processor.",
    "Features and attention are random; the backward pass is not timed.",
  ],
  publishedAs: ({ factors: { graph }, model }, { id }, metric) =>
    id === VECTORS && metric === "speedup"
      ? {
        metric: "broadcast_speedup",
        dataset: paperName(graph),
        model,
        system: "DistGNN-MB vs DGL",
        config: { sockets: "1", op: "Broadcast in AGG" },
      }
      : undefined,
  claims: [{
    claimId: "distgnn-mb.q.broadcast",
    premise: realBatches(
      GRAPH_IDS.flatMap((workload) => [SCALAR, VECTORS].map((contender) => ({ workload, contender }))),
    ),
    analogue: "a scalar loop of ours stands for DGL's",
    decide: (evidence) =>
      GRAPH_IDS.map((workload) =>
        evidence.faster({ workload, contender: VECTORS }, { workload, contender: SCALAR })
      ),
  }],
};
