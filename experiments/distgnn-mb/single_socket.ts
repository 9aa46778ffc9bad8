/**
 * distgnn-mb Section 3: an epoch on one socket with all optimisations against a naive implementation.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { FANOUTS, HIDDEN, PAPERS, SCALE_NOTES } from "./scaled_graphs.ts";
import {
  epochTimeFacts,
  type Optimisations,
  socketEpochs,
  socketWorkloadId,
  socketWorkloads,
} from "./socket_epochs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

/** One is enough for a number that is printed for no graph and no model, and takes long. */
const WORKLOAD = socketWorkloadId(PAPERS, "GraphSAGE");

const NAIVE = "naive", OPTIMISED = "optimised";

const SWITCHED: Readonly<Record<string, Optimisations>> = {
  [NAIVE]: {
    ...{ fused: false, sampling: "one thread", computing: "one thread" },
    kernels: {
      "gemm": { id: "naive" },
      "spmm": { id: "row-split-scalar" },
      "head-spmm": { id: "row-split-scalar" },
    },
  },
  [OPTIMISED]: { fused: true, sampling: "all threads" },
};

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<Fact[]> {
  const setting = { workload, switched: SWITCHED, rounds: lab.profile.contextRounds };
  const epochs = await socketEpochs(lab, dataset, setting);
  return epochTimeFacts(epochs, id, NAIVE);
}

/** The suite. */
export const singleSocket: TextSuite = {
  id: "distgnn-mb/section-3-single-socket",
  paper: "distgnn-mb",
  artifact: "Section 3",
  title: "Gain over a naive implementation",
  question: "How much faster is an epoch on one socket than with scalar products on one thread?",
  contenders: [
    { id: NAIVE, label: "scalar products, an operator each, one thread" },
    { id: OPTIMISED, label: "all optimisations, all threads" },
  ],
  baseline: NAIVE,
  workloads: (profile) => socketWorkloads(profile).filter(({ id }) => id === WORKLOAD),
  settings: {
    "model": `3 layers, hidden ${HIDDEN}, fan-outs ${FANOUTS.join(", ")} from the input on, GAT with 4 heads`,
    "epoch time": "sampling and kernels of an iteration, times the iterations of an epoch",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "sampling_time", label: "of that mini-batch creation", unit: "ms", better: "lower" },
    { id: "compute_time", label: "of that forward, backward and update", unit: "ms", better: "lower" },
    { id: "epoch_speedup", label: "speed-up over the naive implementation", unit: "x", better: "higher" },
  ],
  plots: [{ metric: "epoch_speedup", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "The paper neither says what its naive implementation is nor measures it. Here it is one thread, products by scalar loops, dense and " +
    "sparse, and a pass each for bias, ReLU and dropout. All else has one kernel each, which has vectors: in the naive one's favour.",
    "Neither graph nor model of the printed number is stated. GraphSAGE on Papers100M was chosen after both models had been " +
    "measured on both graphs: it takes the least time, and its gain, 30 times, was the second lowest of 27 to 67. The printed number is a bound from below.",
    "The paper's socket has 40 cores and vectors of 16 lanes; vectors of WebAssembly have 4, and threads are those of this machine.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === OPTIMISED && metric === "epoch_speedup"
      ? { metric: "speedup", system: "DistGNN-MB vs naive single-socket", config: {} }
      : undefined,
  claims: [],
};
