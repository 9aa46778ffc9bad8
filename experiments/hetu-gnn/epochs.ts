/**
 * What the suites of hetu-gnn's training share: its four graphs, its model, and an epoch under an ordering and a kernel, or by
 * a peer.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { denseShare, tileMatrix } from "../../graph/tiles.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import { DeviceExecutor } from "../../training/device_executor.ts";
import { initialise } from "../../training/initialisation.ts";
import type { KernelChoices } from "../../training/kernel_choice.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { permuteVertexData } from "../../training/permuted_data.ts";
import { bindVertexData, type VertexData, vertexData } from "../../training/vertex_data.ts";
import { peerProblem } from "../peers/peer_problem.ts";
import { peerTrainingTrial } from "../peers/peer_training_trial.ts";
import type { Profile } from "../profiles.ts";
import type { Fact, Lab, Trial, Workload } from "../suite.ts";
import { epochWork, trainingTask, trainingTrial, type TrainingTrialOptions } from "../training_trial.ts";

/** One of the paper's graphs (Table 3) and the hidden width that it is trained with (Section 5.1). */
export interface PaperGraph {
  /** As the paper calls it. */
  readonly name: string;
  /** Hidden units. */
  readonly hidden: number;
  /**
   * Scale of the stand-in in the standard profile, below the profile's own maximum: 602 features make the dense products of
   * an epoch as long as they are printed, whatever the graph.
   */
  readonly scale: number;
}

/** The four graphs, by the ids of the registry, in the order of the paper's tables. */
export const GRAPHS: Readonly<Record<string, PaperGraph>> = {
  "reddit": { name: "Reddit", hidden: 128, scale: 16 },
  "ogbn-proteins": { name: "Proteins", hidden: 128, scale: 8 },
  "archaea": { name: "Archaea", hidden: 128, scale: 32 },
  "ogbn-products": { name: "Products", hidden: 64, scale: 16 },
};

/** Text for the settings of a suite. */
export const SETTINGS: Readonly<Record<string, string>> = {
  "model": "2-layer GCN, 128 hidden units (64 on Products), no dropout, no bias",
  "optimizer": "Adam, learning rate 0.01",
  "features": "of the printed width, uniform random where the graph has none",
  "stand-ins": "V/s vertices and E/s^2 edges, so that tiles are as full as the original's",
};

/** What a reader must know of all these suites. */
export const NOTES: readonly string[] = [
  "The paper names neither optimizer nor learning rate; an epoch's time does not depend on them.",
  "A stand-in of V/s vertices has E/s^2 edges: an epoch's sparse part is s times smaller beside its dense part than the " +
  "original's, so a faster sparse product saves less of the whole. The phases of each epoch are in the rows.",
];

/** The workloads of some of the graphs. */
export function graphWorkloads(
  profile: Profile,
  graphs: readonly string[] = Object.keys(GRAPHS),
): Workload[] {
  return graphs.map((id) => {
    const { hidden, scale } = GRAPHS[id];
    const shared = { id, model: "GCN", factors: { hidden: String(hidden) } };
    return profile.id === "standard"
      ? { ...shared, dataset: `${id}@1/${scale}:fill` }
      : { ...shared, dataset: id, scaling: "fill" };
  });
}

/** An ordering and the kernel of the sparse products. */
export interface EpochVariant {
  /** Id of an ordering: `metis`. */
  readonly ordering: string;
  /** Kernel of the sparse products. */
  readonly kernel: "row-split" | "row-split-scalar" | "block-sparse";
  /** Density threshold of `block-sparse`, in percent; 5 when absent. */
  readonly threshold?: number;
  /** Order of each layer's products; the cheaper one when absent. */
  readonly order?: "transform-first";
}

/** Numbers of a dataset as loaded, and under the ordering that was asked for last: gigabytes for each contender otherwise. */
const latest = new WeakMap<LoadedDataset, {
  readonly natural: Promise<VertexData>;
  ordered?: { readonly ordering: string; readonly data: VertexData };
}>();

function naturalData(lab: Lab, dataset: LoadedDataset): Promise<VertexData> {
  const known = latest.get(dataset);
  if (known) return known.natural;
  const natural = vertexData(dataset, { seed: lab.seed });
  latest.set(dataset, { natural });
  return natural;
}

/** The numbers under an ordering, what computing it cost, and what it was. */
export async function orderedData(lab: Lab, dataset: LoadedDataset, id: string): Promise<{
  readonly data: VertexData;
  readonly orderingMs?: number;
  readonly factors: Readonly<Record<string, string>>;
  readonly identity: Readonly<Record<string, unknown>>;
}> {
  const natural = await naturalData(lab, dataset);
  const ordering = findOrdering(id);
  const identity = { ordering: ordering.id, parameters: ordering.parameters };
  if (id === "natural") return { data: natural, factors: {}, identity };
  const { value: perm, ms } = await lab.cached(
    { ...identity, graph: dataset.hash, seed: lab.seed },
    () => ordering.compute(dataset.graph, { seed: lab.seed }).perm,
  );
  const kept = latest.get(dataset)!;
  if (kept.ordered?.ordering !== id) kept.ordered = { ordering: id, data: permuteVertexData(natural, perm) };
  const { engine } = ordering.parameters;
  return {
    data: kept.ordered.data,
    orderingMs: ms,
    factors: engine === undefined ? {} : { engine: String(engine) },
    identity,
  };
}

/** The paper's model for a graph's data. */
export function hetuModel(
  data: VertexData,
  hidden: number,
  order?: "transform-first",
): TrainingTrialOptions["model"] {
  return {
    layers: gcn({ classes: data.classes, hidden, ...(order && { order }) }),
    optimizer: adam(),
  };
}

/** The sparse products' kernel. */
export function kernelChoices({ kernel, threshold = 5 }: EpochVariant): KernelChoices {
  return { spmm: kernel === "block-sparse" ? { id: kernel, parameters: { threshold } } : { id: kernel } };
}

/** An epoch on the device. */
export async function epochTrial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: Workload,
  variant: EpochVariant,
): Promise<Trial> {
  const { data, orderingMs, factors, identity } = await orderedData(lab, dataset, variant.ordering);
  const tiles: Fact[] = [];
  if (variant.kernel === "block-sparse") {
    const share = denseShare(tileMatrix(data.adjacency), (variant.threshold ?? 5) / 100);
    tiles.push(
      { metric: "dense_tiles", unit: "tiles", value: share.denseTiles },
      { metric: "dense_nnz_share", unit: "1", value: share.denseNnzShare },
    );
  }
  return trainingTrial(lab, {
    data,
    model: hetuModel(data, Number(workload.factors.hidden), variant.order),
    kernels: kernelChoices(variant),
    ...(orderingMs === undefined ? {} : { preprocessMs: orderingMs }),
    facts: tiles,
    factors,
    identity,
  });
}

/** Epochs whose losses a peer is held against. */
const REFERENCE_EPOCHS = 5;

/** The same epoch by a peer, from the same weights; its first losses must be those of our kernels. */
export async function peerEpochTrial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: Workload,
  peer: string,
): Promise<Trial> {
  const data = await naturalData(lab, dataset);
  const model = hetuModel(data, Number(workload.factors.hidden));
  const { program, ...task } = trainingTask(lab, { data, model });
  const executor = await DeviceExecutor.create(
    lab.device,
    program,
    bindVertexData({ program, ...task }, data),
  );
  const losses: number[] = [];
  try {
    initialise(executor, program, lab);
    for (let epoch = 1; epoch <= REFERENCE_EPOCHS; epoch++) {
      executor.train(epoch);
      losses.push((await executor.read(program.loss))[0]);
    }
  } finally {
    executor.close();
  }
  return await peerTrainingTrial(lab, {
    peer,
    problem: peerProblem(program, data, { seed: lab.seed }),
    losses,
    work: epochWork(program.train),
  });
}
