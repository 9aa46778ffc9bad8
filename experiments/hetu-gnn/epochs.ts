/**
 * What the suites of hetu-gnn's training share: its four graphs, its model, and an epoch under an ordering and a kernel, or by
 * a peer.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import { denseShare, tileMatrix } from "../../graph/tiles.ts";
import { MissingError } from "../../platform/errors.ts";
import type { MetricText, PlotText } from "../../results/session_document.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { permuteVertexData } from "../../training/permuted_data.ts";
import { type VertexData, vertexData } from "../../training/vertex_data.ts";
import { peerEpochTrial } from "../peers/peer_epoch.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import type { Fact } from "../metrics.ts";
import { trainingTrial, type TrainingTrialOptions } from "../trials/training_trial.ts";
import type { TextWorkload } from "../text_suite.ts";

/** One of the paper's graphs (Table 3) and the hidden width that it is trained with (Section 5.1). */
export interface PaperGraph {
  /** As the paper calls it. */
  readonly name: string;
  /** Hidden units. */
  readonly hidden: number;
  /**
   * Scale of the stand-in by profile, below the profile's own maximum of edges: vertices times 602 features decide how long
   * an epoch takes. `paper` is the graph itself.
   */
  readonly scale: Readonly<Record<Exclude<Profile["id"], "paper">, number>>;
}

/** The four graphs, by the ids of the registry, in the order of the paper's tables. */
export const GRAPHS: Readonly<Record<string, PaperGraph>> = {
  "reddit": { name: "Reddit", hidden: 128, scale: { standard: 32, smoke: 128 } },
  "ogbn-proteins": { name: "Proteins", hidden: 128, scale: { standard: 16, smoke: 64 } },
  "archaea": { name: "Archaea", hidden: 128, scale: { standard: 128, smoke: 1024 } },
  "ogbn-products": { name: "Products", hidden: 64, scale: { standard: 64, smoke: 1024 } },
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

/** Where the time of an epoch goes. */
export const EPOCH_METRICS: readonly MetricText[] = [
  { id: "aggregation_time", label: "aggregation", unit: "ms", better: "lower" },
  { id: "combination_time", label: "combination", unit: "ms", better: "lower" },
  { id: "loss_time", label: "loss", unit: "ms", better: "lower" },
  { id: "update_time", label: "update", unit: "ms", better: "lower" },
];

/** Bars of an epoch's phases, a plot a graph. */
export const PHASE_PLOT: PlotText = {
  metric: "time",
  x: "workload",
  facet: "dataset",
  stack: EPOCH_METRICS.map(({ id }) => id),
};

/**
 * The workloads of some of the graphs.
 *
 * @param smokeScale Scale of a smoke run's stand-ins, where many programs are checked on each; their own when absent.
 */
export function graphWorkloads(
  profile: Profile,
  graphs: readonly string[] = Object.keys(GRAPHS),
  smokeScale?: number,
): TextWorkload[] {
  return graphs.map((id) => {
    const scale = { ...GRAPHS[id].scale, ...(smokeScale !== undefined && { smoke: smokeScale }) };
    const shared = { id, model: "GCN", factors: {} };
    return profile.id === "paper"
      ? { ...shared, dataset: id, scaling: "fill" }
      : { ...shared, dataset: `${id}@1/${scale[profile.id]}:fill` };
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
  workload: TextWorkload,
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
    model: hetuModel(data, GRAPHS[workload.id].hidden, variant.order),
    kernels: kernelChoices(variant),
    ...(orderingMs === undefined ? {} : { preprocessMs: orderingMs }),
    facts: tiles,
    factors,
    identity,
  });
}

/**
 * Peers take part from the standard profile on: starting a Python process and its libraries takes longer than all of a smoke
 * run.
 *
 * @throws {MissingError} in the smoke profile.
 */
export function assertPeersTakePart({ profile }: Lab, peer: string): void {
  if (profile.id !== "smoke") return;
  throw new MissingError({
    action: `run peer "${peer}"`,
    current: "the smoke profile",
    wanted: "a profile that has time for it",
    next: "use --profile standard",
  });
}

/** The same epoch by a peer, from the same weights. */
export async function peerTrial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  peer: string,
): Promise<Trial> {
  assertPeersTakePart(lab, peer);
  const { data } = await orderedData(lab, dataset, "natural");
  return await peerEpochTrial(lab, { peer, data, model: hetuModel(data, GRAPHS[workload.id].hidden) });
}
