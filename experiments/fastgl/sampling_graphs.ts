/**
 * The graphs that fastgl samples, each at a scale that a profile has time for: how large, in which batches,
 * from which training set, with features how wide.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { UsageError } from "../../platform/errors.ts";
import { indices } from "../../platform/indices.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Profile } from "../profiles.ts";

/** Neighbours drawn for a vertex, the layer next to the input first (Section 6.1). */
export const FANOUTS: readonly number[] = [5, 10, 15];

/** Seeds of a mini-batch (Section 6.1). */
export const PAPER_BATCH = 8000;

/** One of the paper's graphs at the scale of a profile. */
export interface SampledGraph {
  /** Id in the registry: `ogbn-products`. */
  readonly id: string;
  /** Name in the paper, such as `Products`. */
  readonly name: string;
  /** Dataset of its workloads: `ogbn-products@1/64`. */
  readonly dataset: string;
  /**
   * Seeds of a mini-batch: 8000 over the scale, so that a batch covers the share of the graph that it covers
   * in the paper.
   */
  readonly batch: number;
  /**
   * Share of the vertices to train on, drawn at random; absent where the dataset has a split of its own (its
   * stand-ins have one of the same shares). It is what `vertexData` takes.
   */
  readonly trainingShare?: number;
  /** Columns of the features: as printed in Table 6. Real features have their own width, 100 on Products. */
  readonly featureWidth: number;
  /** Classes (Table 6). */
  readonly classes: number;
}

interface PaperGraph {
  readonly id: string;
  readonly name: string;
  /** The stand-in of the standard profile is 1/scale of the graph. */
  readonly standardScale: number;
  /** Stand-in of a smoke run. */
  readonly smoke: string;
  readonly trainingShare?: number;
  readonly featureWidth: number;
  readonly classes: number;
}

/**
 * In the order of Table 6. At {@linkcode COVERING_SCALE} a mini-batch of 8000/31 = 258 seeds covers the share
 * of the graph that it covers in the paper; at 1/62 one of {@linkcode LEAST_BATCH} covers twice that, which
 * is still in the regime of claims about what mini-batches have in common.
 */
const GRAPHS: readonly PaperGraph[] = [
  {
    id: "reddit",
    name: "Reddit",
    featureWidth: 602,
    classes: 41,
    standardScale: 31,
    smoke: "1/1024",
  },
  {
    id: "ogbn-products",
    name: "Products",
    featureWidth: 200,
    classes: 47,
    standardScale: 31,
    smoke: "1/8192",
  },
  {
    id: "mag",
    name: "MAG",
    featureWidth: 100,
    classes: 8,
    trainingShare: 0.1,
    standardScale: 62,
    smoke: "1/16384",
  },
  {
    id: "igb-large",
    name: "IGB-large",
    featureWidth: 1024,
    classes: 19,
    standardScale: 62,
    smoke: "1/65536",
  },
  {
    id: "ogbn-papers100m",
    name: "Papers100M",
    featureWidth: 128,
    classes: 172,
    standardScale: 62,
    smoke: "1/262144",
  },
];

/** The graphs of Tables 1, 2, 4, 7 and 8. */
export const FOUR_GRAPHS: readonly string[] = ["reddit", "ogbn-products", "mag", "ogbn-papers100m"];

/** Names in the paper by id in the registry. */
export const PAPER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  GRAPHS.map(({ id, name }) => [id, name]),
);

/** At smoke sizes no batch is both a batch and the paper's share of a graph of some hundred vertices. */
const SMOKE = { batch: 16, trainingShare: 0.25 } as const;

/**
 * Seeds of a mini-batch at least: with the 8 that would belong to the stand-ins of IGB-large and Papers100M,
 * launches would be all there is to time.
 */
export const LEAST_BATCH: Readonly<Record<Profile["id"], number>> = { smoke: 1, standard: 256, paper: 256 };

/**
 * Scale of a stand-in up to which 8000 seeds over it are a batch, so that none covers more of its graph than
 * the paper's do.
 */
export const COVERING_SCALE = Math.floor(PAPER_BATCH / LEAST_BATCH.standard);

/** Settings of all suites that sample. */
export const SAMPLING_SETTINGS: Readonly<Record<string, string>> = {
  "sampler": `${FANOUTS.length} hops, uniform without replacement, fan-outs ${
    FANOUTS.join(", ")
  } from the input on`,
  "batch": `${PAPER_BATCH} seeds over the scale of the stand-in, ${LEAST_BATCH.standard} at least`,
};

/** Notes of all suites that sample. */
export const SAMPLING_NOTES: readonly string[] = [
  "A stand-in at 1/s has V/s vertices, E/s edges and batches of 8000/s seeds from V/s times the paper's share of training " +
  "vertices: as many batches an epoch as the paper has on one device, each covering as much of the graph. Where 8000/s are fewer " +
  `than ${LEAST_BATCH.standard}, batches have ${LEAST_BATCH.standard} seeds unless iterations of training are timed, and cover more. At smoke ` +
  "sizes batches have 16 seeds instead, from a quarter of the vertices. The last mini-batch of an epoch, which is smaller, is " +
  "left out.",
  "No training set is published for MAG: a tenth of its vertices is drawn. Reddit, Products, Papers100M and IGB-large have " +
  "the shares that their publishers train on (66 %, 8 %, 1.1 % and 60 %).",
];

/** Options of {@linkcode sampledGraphs}. */
export interface SampledGraphsOptions {
  /** Ids in the registry; all five graphs when absent. */
  readonly graphs?: readonly string[];
  /** The stand-ins of the standard profile are 1/scale of the graphs; each has its own scale when absent. */
  readonly scale?: number;
}

/**
 * The paper's graphs at the scale of a profile, in the order of Table 6. At `paper` it is the graph itself
 * and 8000 seeds.
 *
 * @example
 * ```ts
 * import { PROFILES } from "../profiles.ts";
 * import { sampledGraphs } from "./sampling_graphs.ts";
 * const [reddit] = sampledGraphs(PROFILES.standard);
 * if (reddit.dataset !== "reddit@1/31" || reddit.batch !== 258) throw new Error("8000 / 31");
 * ```
 */
export function sampledGraphs(
  profile: Profile,
  { graphs, scale }: SampledGraphsOptions = {},
): readonly SampledGraph[] {
  return GRAPHS.filter(({ id }) => graphs?.includes(id) ?? true).map(({ standardScale, smoke, ...graph }) => {
    switch (profile.id) {
      case "paper":
        return { ...graph, dataset: graph.id, batch: PAPER_BATCH };
      case "standard": {
        const part = scale ?? standardScale;
        return { ...graph, dataset: `${graph.id}@1/${part}`, batch: Math.round(PAPER_BATCH / part) };
      }
      case "smoke":
        return { ...graph, dataset: `${graph.id}@${smoke}`, ...SMOKE };
      default:
        throw profile.id satisfies never;
    }
  });
}

/**
 * One of the graphs by its id in the registry.
 *
 * @throws {UsageError} for any other id.
 */
export function sampledGraph(
  profile: Profile,
  id: string,
  options: Pick<SampledGraphsOptions, "scale"> = {},
): SampledGraph {
  const found = sampledGraphs(profile, { ...options, graphs: [id] })[0];
  if (found) return found;
  throw new UsageError({
    action: "find a graph that fastgl samples",
    current: `"${id}"`,
    wanted: `one of ${GRAPHS.map((graph) => graph.id).join(", ")}`,
    next: "use the id of the registry",
  });
}

/** Vertices that an epoch goes through. */
export function epochVertices(
  { graph, split }: LoadedDataset,
  { trainingShare }: Pick<SampledGraph, "trainingShare">,
  seed: number,
): Uint32Array {
  if (split && trainingShare === undefined) return split.train;
  const all = indices(graph.rows);
  const share = trainingShare ?? 1;
  return new RandomStream(seed, "fastgl training set").shuffle(all).slice(0, Math.ceil(share * graph.rows));
}
