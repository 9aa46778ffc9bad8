/**
 * Epochs of hetu-gnn's model: under an ordering and a kernel of this project, or by a peer.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { denseShare, tileMatrix } from "../../../graph/tiles.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { PlotSpec } from "../../../results/store/session_document.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { peerEpochTrial } from "../../peers/peer_epoch.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../../trials/training_trial.ts";
import { hetuModel } from "./hetu_model.ts";
import { orderedData } from "./ordered_data.ts";
import { referenceLosses } from "./reference_losses.ts";
import { GRAPHS, type GraphWorkload } from "../paper_graphs.ts";

/** Settings of every training suite. */
export const SETTINGS: Readonly<Record<string, string>> = {
  "model": "2-layer GCN, 128 hidden units (64 on Products), no dropout, no bias",
  "optimizer": "Adam, learning rate 0.01",
  "features": "of the printed width, uniform random where the graph has none",
  "stand-ins": "V/s vertices and E/s edges; within communities tiles are as full as the original's",
};

/** Note on stand-ins of every training suite. */
export const STAND_IN_NOTE =
  "A stand-in of V/s vertices has E/s edges: an epoch's sparse part has its share beside the dense part, but " +
  "its edges over V^2 are s times the original's. The phases of each epoch are in the rows.";

/** Notes of the suites that time epochs. */
export const NOTES: readonly string[] = [
  "The paper names neither optimizer nor learning rate; an epoch's time does not depend on them.",
  STAND_IN_NOTE,
];

/** Metrics of an epoch trial: its phases, and tiles where the kernel has any. */
export const EPOCH_METRICS = {
  ...EPOCH_PART_METRICS,
  dense_tiles: { label: "dense tiles", unit: "tiles", shown: false },
  dense_nnz_share: { label: "share in dense tiles", unit: "1" },
} as const satisfies Metrics;

/** Bars of an epoch's phases, a plot a graph. */
export const PHASE_PLOT: PlotSpec = {
  metric: "time",
  x: "workload",
  facet: "dataset",
  stack: ["aggregation_time", "combination_time", "loss_time", "update_time"],
};

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

/** Columns of the paper's tables. */
export function variantFactors(
  { ordering, kernel }: Pick<EpochVariant, "ordering" | "kernel">,
): { readonly reorder: string; readonly kernel: string } {
  return { reorder: ordering === "natural" ? "none" : ordering, kernel };
}

/** Density threshold of the paper, in percent of a tile. */
const THRESHOLD = 5;

/** Kernel of the sparse products, for an executor. */
export function kernelChoices(
  { kernel, threshold = THRESHOLD }: Pick<EpochVariant, "kernel" | "threshold">,
): KernelChoices {
  return { spmm: kernel === "block-sparse" ? { id: kernel, parameters: { threshold } } : { id: kernel } };
}

/** Trial of an epoch on the device. */
export async function epochTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: Pick<GraphWorkload, "graph">,
  variant: EpochVariant,
): Promise<Trial<typeof EPOCH_METRICS>> {
  const { kernel, threshold = THRESHOLD } = variant;
  const { data, ordering, factors, identity } = await orderedData(lab, dataset, variant.ordering);
  const share = kernel === "block-sparse" && denseShare(tileMatrix(data.adjacency), threshold / 100);
  return trainingTrial<typeof EPOCH_METRICS>(lab, {
    data,
    model: hetuModel(data, GRAPHS[graph].hidden, variant.order),
    kernels: kernelChoices(variant),
    ...(ordering && { preprocessMs: ordering.ms[0] }),
    facts: share ? { dense_tiles: share.denseTiles, dense_nnz_share: share.denseNnzShare } : {},
    factors,
    identity,
  });
}

/**
 * Peers take part from the standard profile on: starting a Python process and its libraries takes longer
 * than all of a smoke run.
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

/** An epoch by this project's kernels, or by a peer. */
export type EpochSource = EpochVariant | { readonly peer: string };

/** Trial of an epoch, by this project's kernels or by a peer. */
export function sourceTrial(
  lab: Lab,
  dataset: LoadedDataset,
  workload: Pick<GraphWorkload, "graph">,
  source: EpochSource,
): Promise<Trial> {
  return "peer" in source
    ? peerTrial(lab, dataset, workload, source.peer)
    : epochTrial(lab, dataset, workload, source);
}

/** Trial of the same epoch by a peer, from the same weights. */
export async function peerTrial(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: Pick<GraphWorkload, "graph">,
  peer: string,
): Promise<Trial> {
  assertPeersTakePart(lab, peer);
  const { data } = await orderedData(lab, dataset, "natural");
  const { hidden } = GRAPHS[graph], losses = await referenceLosses(lab, dataset, hidden);
  return await peerEpochTrial(lab, { peer, data, model: hetuModel(data, hidden), losses });
}
