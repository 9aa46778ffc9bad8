/**
 * Trainings whose losses fastgl Figure 16 compares: their graphs, orders of mini-batches, numbers and
 * lengths, and the marks at which a curve is shown.
 *
 * @module
 */
import type { Contender, Workload } from "../../../cell.ts";
import type { Profile } from "../../../profiles.ts";
import { DGL_POLICY, FASTGL } from "../../policies.ts";
import { PAPER_BATCH, type SampledGraph, sampledGraph } from "../../sampling_graphs.ts";
import type { ConvergingModel } from "./loss_curves.ts";

/** The paper trains on Reddit; Products, which keeps less of a mini-batch for the next, is ours. */
export const LOSS_GRAPHS = ["reddit", "ogbn-products"] as const;

/** Graph whose trainings are compared. */
export type LossGraph = typeof LOSS_GRAPHS[number];

/** Order of mini-batches. */
export interface Order extends Contender {
  /** Mini-batches that are reordered at a time, 1 for none. */
  readonly factors: { readonly window: number };
}

/** Mini-batches as they are sampled: the order of DGL. */
export const PLAIN: Order = {
  id: DGL_POLICY.id,
  label: "order of DGL (as sampled)",
  factors: { window: DGL_POLICY.window },
};

/** Mini-batches in the order of FastGL. */
export const REORDERED: Order = {
  id: FASTGL.id,
  label: "order of FastGL (reordered)",
  factors: { window: FASTGL.window },
};

/** Mark of the final loss. */
export const END = "end" as const;

/** Training, and the place of its curve that a cell shows. */
export interface MarkedWorkload extends Workload {
  /** Model that is trained. */
  readonly model: ConvergingModel;
  readonly factors: {
    readonly graph: LossGraph;
    /** Iterations up to the mark. */
    readonly mark: number | typeof END;
    readonly batch: number;
    readonly fanouts: string;
    readonly training: string;
  };
}

/** `reddit:GCN:80`: id of the workload of a training at a mark. */
export const markedId = (graph: LossGraph, model: ConvergingModel, mark: number | typeof END): string =>
  `${graph}:${model}:${mark}`;

/**
 * Trainings of each order. Two trainings of Reddit's stand-in differ by 2.8 % (standard deviation of the
 * ratio): the median's interval is 0.5 % to each side with 160 of them, and 0.35 % with 400.
 */
export const TRAININGS: Readonly<Record<LossGraph, Readonly<Record<Profile["id"], number>>>> = {
  "reddit": { smoke: 1, standard: 400, paper: 9 },
  "ogbn-products": { smoke: 1, standard: 160, paper: 9 },
};

/** Epochs at the end whose mean is the final loss. */
export const LAST: Readonly<Record<Profile["id"], number>> = { smoke: 1, standard: 2, paper: 5 };

/** Iterations of a training, whole epochs, and iterations from mark to mark of the curve. */
export const LENGTH: Readonly<
  Record<LossGraph, Readonly<Record<Profile["id"], Record<"iterations" | "step", number>>>>
> = {
  // An epoch has 20 iterations, 4 in a smoke run.
  "reddit": {
    smoke: { iterations: 8, step: 4 },
    standard: { iterations: 80, step: 5 },
    paper: { iterations: 400, step: 10 },
  },
  // An epoch has 26 iterations, 5 in a smoke run, 25 at the published size.
  "ogbn-products": {
    smoke: { iterations: 15, step: 5 },
    standard: { iterations: 52, step: 4 },
    paper: { iterations: 250, step: 10 },
  },
};

/** Stand-ins small enough for hundreds of iterations. */
const STANDARD: Readonly<Record<LossGraph, readonly [dataset: string, scale: number]>> = {
  "reddit": ["reddit@1/128", 128],
  "ogbn-products": ["ogbn-products@1/512", 512],
};

/** A graph at the scale at which its trainings are compared. */
export function lossGraph(profile: Profile, id: LossGraph): SampledGraph {
  const graph = sampledGraph(profile, id);
  if (profile.id !== "standard") return graph;
  const [dataset, scale] = STANDARD[id];
  return { ...graph, dataset, batch: Math.floor(PAPER_BATCH / scale) };
}
