/**
 * distgnn-mb Figure 2, "Broadcast in AGG": GAT's aggregation with one value of a head's attention spread over a vector of the head's
 * columns, against a scalar loop.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { nnz } from "../../graph/csr.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../graph/sampling/mod.ts";
import type { HeadSpmmProblem } from "../../kernels/attention/mod.ts";
import { MissingError } from "../../platform/errors.ts";
import { aggregationMatrix } from "../../training/mini_batch/mod.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { HEADS } from "./figure_2_models.ts";
import { headSpmmProblem, headSpmmTrial } from "./head_spmm_trial.ts";
import {
  FANOUTS,
  GRAPH_IDS,
  HIDDEN,
  PAPER_NAMES,
  SCALE_NOTES,
  scaledGraph,
  trainingVertices,
} from "./scaled_graphs.ts";
import { socketBatch } from "./socket_epochs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const SCALAR = "row-split-scalar", VECTORS = "row-split";

/** Entries whose sums a sample is, at least: some mini-batches, so that no call finds the rows of the last one in a cache. */
const SAMPLE_ENTRIES = 5e4;

async function hiddenLayers(
  { profile, seed }: Lab,
  dataset: LoadedDataset,
  { factors: { graph } }: TextWorkload,
): Promise<HeadSpmmProblem[]> {
  const training = trainingVertices(dataset, scaledGraph(profile, graph), seed);
  const batches = miniBatches(training, { batchSize: socketBatch(profile, graph), epoch: 0, seed });
  const draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed }), problems: HeadSpmmProblem[] = [];
  let entries = 0;
  for (const batch of batches) {
    if (entries >= SAMPLE_ENTRIES) break;
    // The last layer has one head, of as many columns as there are classes.
    for (const block of (await sampleBatch(draw, batch)).blocks.slice(0, -1)) {
      const matrix = aggregationMatrix(block, "attention"),
        shape = { heads: HEADS, headWidth: HIDDEN / HEADS };
      problems.push(headSpmmProblem(matrix, { ...shape, seed: seed + 2 * problems.length }));
      entries += nnz(matrix);
    }
  }
  return problems;
}

/** Those of the last workload, which both contenders share. */
let last: { readonly of: string; readonly problems: Promise<HeadSpmmProblem[]> } | undefined;

function hiddenLayersOnce(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
): Promise<HeadSpmmProblem[]> {
  const of = `${workload.id} ${dataset.hash} ${lab.profile.id} ${lab.seed}`;
  if (last?.of !== of) last = { of, problems: hiddenLayers(lab, dataset, workload) };
  return last.problems;
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<Trial> {
  if (lab.device.backend !== "wasm") {
    throw new MissingError({
      action: "time a scalar aggregation",
      current: `device ${lab.device.name}`,
      wanted: "CPU threads",
      next: "run it with --device wasm",
    });
  }
  return headSpmmTrial(lab, { problems: await hiddenLayersOnce(lab, dataset, workload), kernel: id });
}

/** The suite. */
export const figure2Broadcast: TextSuite = {
  id: "distgnn-mb/figure-2-broadcast",
  paper: "distgnn-mb",
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
      ...{ id: graph, dataset: scaledGraph(profile, graph).dataset, model: "GAT" },
      factors: { graph, batch: String(socketBatch(profile, graph)) },
    })),
  settings: {
    "aggregation": `the hidden layers of GAT, ${HEADS} heads of ${HIDDEN / HEADS} columns, forward`,
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
    "sample": `the first mini-batches of an epoch with ${
      SAMPLE_ENTRIES.toLocaleString("en")
    } entries or more`,
  },
  measurement: { kind: "timed", decides: true, trial },
  metrics: [
    { id: "time", label: "aggregation of some mini-batches", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up", unit: "x", better: "higher" },
    { id: "entries", label: "entries", unit: "edges", better: "neither" },
  ],
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "The baseline is no DGL: a kernel of ours that does what its loop does. For each entry it goes through the columns one by one, looks " +
    "up which weight a column has, and adds to the result in memory. The other keeps sums of up to 32 columns in registers, so that it " +
    "saves loads and stores as well as instructions; the paper's is compiled at run time by LIBXSMM.",
    "Both share rows among threads in the same way. Vectors have four lanes here and sixteen on the paper's processor.",
    "Features and attention are random; the backward pass is not timed.",
  ],
  publishedAs: ({ factors: { graph }, model }, { id }, metric) =>
    id === VECTORS && metric === "speedup"
      ? {
        ...{ metric: "broadcast_speedup", dataset: PAPER_NAMES[graph], model: model! },
        ...{ system: "DistGNN-MB vs DGL", config: { sockets: "1", op: "Broadcast in AGG" } },
      }
      : undefined,
  claims: [{
    claimId: "distgnn-mb.q.broadcast",
    decide: (evidence) =>
      GRAPH_IDS.map((workload) =>
        evidence.faster({ workload, contender: VECTORS }, { workload, contender: SCALAR })
      ),
  }],
};
