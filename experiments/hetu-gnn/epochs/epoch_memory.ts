/**
 * Peak memory of an epoch at the printed size of a graph, by a ledger of what is stored under a policy.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { programLedger } from "../../../training/program/memory_ledger.ts";
import type { Program, Step } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { checkedStandIn, type GraphId, GRAPHS } from "../paper_graphs.ts";
import { memoryOverhead } from "./memory_overhead.ts";
import type { StoredContender } from "./storage_policies.ts";

const GIB = 2 ** 30, FLOAT32 = 4;

/** An epoch's program at the printed size of a graph. Nothing is allocated for it. */
function epochProgram(id: GraphId, { order, unweighted }: StoredContender): Program {
  const { vertices, edges, features, classes } = datasetRecord(id).printed.find(({ paper }) =>
    paper === "hetu-gnn"
  )!;
  // The printed edges have self-loops among them.
  const graph = { vertices, entries: edges, weighted: unweighted !== true };
  return vertexClassification(
    { graph, features: { kind: "dense", width: features! }, classes: classes! },
    {
      layers: gcn({ classes: classes!, hidden: GRAPHS[id].hidden, ...(order && { order }) }),
      optimizer: adam(),
      seed: 1,
    },
  ).program;
}

/**
 * Bytes of the degree-normalised inputs at each step: a copy of each layer's input, from the layer's first
 * step to the end of the epoch, since the gradient of its weight needs it.
 */
function normalisedInputBytes({ train, parameters }: Program): Float64Array {
  const bytes = new Float64Array(train.length);
  const rows = train.find((step) => step.op === "spmm")!.matrix.rows;
  for (const { tensor } of parameters) {
    const first = train.findIndex((step: Step) => step.op === "gemm" && step.b === tensor);
    for (let at = first; at < train.length; at++) bytes[at] += FLOAT32 * rows * tensor.rows;
  }
  return bytes;
}

/** Metrics of the peak memory of an epoch, and of its parts. */
export const EPOCH_MEMORY_METRICS = {
  peak_memory: { label: "peak memory", unit: "GiB", better: "lower" },
  adjacency_memory: { label: "adjacency and its copies", unit: "GiB", better: "lower" },
  feature_memory: { label: "features", unit: "GiB" },
  overhead: { label: "bytes on this device over the ledger's", unit: "1", better: "lower" },
  other_memory: { label: "activations, gradients, buffers", unit: "GiB", better: "lower" },
} as const satisfies Metrics;

/** Peak memory of an epoch and its parts. */
export function memoryFacts(graph: GraphId, stored: StoredContender): Facts<typeof EPOCH_MEMORY_METRICS> {
  const program = epochProgram(graph, stored);
  const { liveBytes, sparseBytes, inputBytes } = programLedger(program, stored.policy);
  const copies = stored.unweighted ? normalisedInputBytes(program) : new Float64Array(liveBytes.length);
  const peak = liveBytes.reduce((most, bytes, at) => Math.max(most, bytes + copies[at]), 0);
  const inGib = (bytes: number) => modelled(bytes / GIB);
  return {
    peak_memory: inGib(peak),
    adjacency_memory: inGib(sparseBytes),
    feature_memory: inGib(inputBytes),
    other_memory: inGib(peak - sparseBytes - inputBytes),
  };
}

/** An epoch at the printed size of a graph. */
export interface PrintedEpoch extends Workload {
  /** Graph that is trained on. */
  readonly graph: GraphId;
}

/** Models all peaks, and measures the overhead of this harness on a graph that fits. */
export async function measureEpochMemory(
  lab: Lab,
  _dataset: LoadedDataset,
  { graph }: PrintedEpoch,
  contenders: readonly StoredContender[],
): Promise<(id: string) => JointOutcome<typeof EPOCH_MEMORY_METRICS>> {
  const { hidden } = GRAPHS[graph];
  const small = contenders.some(({ id }) => id === "own") &&
    await lab.load({ dataset: checkedStandIn(graph, lab.profile) });
  const overhead = small && await lab.once(memoryOverhead, small, { hidden });
  return byContender(contenders, (stored) => ({
    times: {},
    facts: { ...memoryFacts(graph, stored), ...(stored.id === "own" && overhead && { overhead }) },
  }));
}
