/**
 * The graphs of distgnn-mb at the scale of a profile, with what has to shrink along with them: mini-batches,
 * push limits, caches.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Profile } from "../profiles.ts";
import { indices } from "../../platform/indices.ts";

/**
 * Neighbours drawn for a vertex (Table 2), the layer next to the input first. Table 2 has 5, 10, 15 and not
 * from which end: from the seeds on a mini-batch of 1000 has the rows that Section 3.3 prints, 5K, 50K and
 * 400K (on a 128th of Papers100M 5.9K, 55K and 464K, from the input on 15K, 129K and 444K).
 */
export const FANOUTS: readonly number[] = [15, 10, 5];

/** Text for the fan-outs, for settings. */
export const FANOUT_TEXT = `${
  FANOUTS.toReversed().join(", ")
} from the seeds on, as the rows of Section 3.3 say`;

/** Columns of the hidden layers (Table 2). */
export const HIDDEN = 256;

/** Seeds of a rank's mini-batch (Section 4.2). */
export const PAPER_BATCH = 1000;

/** Printed settings of the cache and of pushes (Section 4.4): vertices. */
export const PAPER_CACHE = { cs: 1_000_000, nc: 2000 } as const;

/** Id of a graph in the registry. */
export const PRODUCTS = "ogbn-products", PAPERS = "ogbn-papers100m";

/** Graphs of the paper, in the order of Table 1. */
export const GRAPH_IDS = [PRODUCTS, PAPERS] as const;

/** Id of a graph of the paper. */
export type GraphId = typeof GRAPH_IDS[number];

/** A graph at the scale of a profile. */
export interface ScaledGraph {
  /** Id in the registry, such as `ogbn-products`. */
  readonly id: GraphId;
  /** Name in the paper, such as `OGBN-Products`. */
  readonly name: string;
  /** Dataset of a workload, such as `ogbn-products@1/64`. */
  readonly dataset: string;
  /** Vertices of the paper's graph over its own, such as 64. */
  readonly scale: number;
  /** Share of the vertices to train on, drawn at random; absent where the dataset's own split is taken. */
  readonly trainingShare?: number;
  /** Columns of the features (Table 1). */
  readonly featureWidth: number;
  /** Classes (Table 1). */
  readonly classes: number;
}

const GRAPHS: Readonly<
  Record<
    GraphId,
    & Pick<ScaledGraph, "name" | "featureWidth" | "classes">
    & { readonly scales: Readonly<Record<Profile["id"], number>> }
  >
> = {
  [PRODUCTS]: {
    name: "OGBN-Products",
    featureWidth: 100,
    classes: 47,
    scales: { paper: 1, standard: 64, smoke: 8192 },
  },
  [PAPERS]: {
    name: "OGBN-Papers100M",
    featureWidth: 128,
    classes: 172,
    scales: { paper: 1, standard: 1024, smoke: 262_144 },
  },
};

/** At smoke sizes the published share of training vertices is less than one a rank. */
const SMOKE_TRAINING_SHARE = 0.25;

/** Name of a graph in the paper. */
export const paperName = (graph: GraphId): string => GRAPHS[graph].name;

/** A graph of the paper at the scale of a profile, or at another. */
export function scaledGraph(
  { id: profile }: Pick<Profile, "id">,
  id: GraphId,
  scale: number = GRAPHS[id].scales[profile],
): ScaledGraph {
  const { scales: _, ...graph } = GRAPHS[id];
  return {
    ...graph,
    id,
    scale,
    dataset: scale === 1 ? id : `${id}@1/${scale}`,
    ...(profile === "smoke" && { trainingShare: SMOKE_TRAINING_SHARE }),
  };
}

/**
 * A printed number of vertices at a scale, at least 1: a mini-batch of 1000 seeds is one of 16 on a graph
 * that is 64 times smaller.
 *
 * @example
 * ```ts
 * import { scaledDown } from "./scaled_graphs.ts";
 * if (scaledDown(1000, { scale: 64 }) !== 16) throw new Error("1000 / 64");
 * ```
 */
export function scaledDown(vertices: number, { scale }: Pick<ScaledGraph, "scale">): number {
  return Math.max(1, Math.round(vertices / scale));
}

/** Vertices that are trained on, by VID_o. */
export function rankTrainingVertices(
  { graph, split }: LoadedDataset,
  { trainingShare }: Pick<ScaledGraph, "trainingShare">,
  seed: number,
): Uint32Array {
  if (split && trainingShare === undefined) return split.train;
  const all = indices(graph.rows);
  const share = trainingShare ?? 1;
  return new RandomStream(seed, "distgnn-mb training set").shuffle(all).slice(
    0,
    Math.ceil(share * graph.rows),
  );
}

/** Notes of every suite on these graphs. */
export const SCALE_NOTES: readonly string[] = [
  "A stand-in at 1/s has V/s vertices and E/s edges. Mini-batches, push limit and cache are s times " +
  "smaller too, so that ranks take as many iterations an epoch as in the paper, and push as large a share " +
  "of what they have. At smoke sizes a quarter of the vertices is trained on, and batches and limits are " +
  "the smallest that there are.",
];
