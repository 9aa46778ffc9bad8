/**
 * distgnn-mb Section 3: an epoch on one socket with all optimisations against a naive implementation.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { FANOUT_TEXT, HIDDEN, PAPERS, SCALE_NOTES } from "../scaled_graphs.ts";
import { epochOutcome, SOCKET_METRICS, type SocketContender, socketEpochs } from "./socket_epochs.ts";
import { type SocketWorkload, socketWorkloadId, socketWorkloads } from "./socket_workloads.ts";

/** One workload is enough for a number that is printed for no graph and no model, and takes long. */
const WORKLOAD = socketWorkloadId(PAPERS, "GraphSAGE");

const NAIVE = "naive", OPTIMISED = "optimised";

const CONTENDERS: readonly SocketContender[] = [
  {
    id: NAIVE,
    label: "scalar products, an operator each, one thread",
    optimisations: {
      fused: false,
      sampling: "one thread",
      computing: "one thread",
      kernels: {
        "gemm": { id: "naive" },
        "spmm": { id: "row-split-scalar" },
        "head-spmm": { id: "row-split-scalar" },
      },
    },
  },
  {
    id: OPTIMISED,
    label: "all optimisations, all threads",
    optimisations: { fused: true, sampling: "all threads" },
  },
];

/** distgnn-mb Section 3: epoch time with all optimisations of one socket, and with none. */
export const singleSocket: Suite<SocketWorkload, SocketContender, typeof SOCKET_METRICS> = {
  id: "distgnn-mb/section-3-single-socket",
  artifact: "Section 3",
  title: "Gain over a naive implementation",
  question: "How much faster is an epoch on one socket than with scalar products on one thread?",
  contenders: CONTENDERS,
  baseline: NAIVE,
  workloads: (profile) => socketWorkloads(profile).filter(({ id }) => id === WORKLOAD),
  settings: {
    "model": `3 layers, hidden ${HIDDEN}, fan-outs ${FANOUT_TEXT}; GAT with 4 heads`,
    "epoch time": "sampling and kernels of an iteration, times the iterations of an epoch",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, workload, contenders) => {
      const rounds = lab.profile.contextRounds;
      const epochOf = await socketEpochs(lab, dataset, { workload, contenders, rounds });
      return (id) => epochOutcome(epochOf, id, NAIVE);
    },
  },
  metrics: SOCKET_METRICS,
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "The paper neither says what its naive implementation is nor measures it. Here it is one thread, " +
    "products by scalar loops, dense and sparse, and a pass each for bias, ReLU and dropout. All else has " +
    "one kernel each, which has vectors: in the naive one's favour.",
    "Neither graph nor model of the printed number is stated. GraphSAGE on Papers100M was chosen after " +
    "both models had been measured on both graphs, with fan-outs the other way round: it took the least " +
    "time, and its gain, 30 times, was the second lowest of 27 to 67. The printed number is a bound from below.",
    "The paper's socket has 40 cores and vectors of 16 lanes; vectors of WebAssembly have 4, and threads " +
    "are those of this machine.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === OPTIMISED && metric === "epoch_speedup"
      ? { metric: "speedup", system: "DistGNN-MB vs naive single-socket", config: {} }
      : undefined,
  claims: [],
};
