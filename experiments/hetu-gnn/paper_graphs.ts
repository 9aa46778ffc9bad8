/**
 * The four graphs of hetu-gnn (Table 3), with the hidden widths that they are trained with, as workloads.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";

/** One of the paper's graphs. */
export interface PaperGraph {
  /** Name in the paper. */
  readonly name: string;
  /** Hidden units (Section 5.1). */
  readonly hidden: number;
  /** Milliseconds of an epoch of the paper's baseline on one card (Table 4). */
  readonly baselineMs: number;
  /**
   * Scale of the stand-in by profile, below the profile's own maximum of edges: vertices times 602 features
   * decide how long an epoch takes. The profile `paper` takes the graph itself.
   */
  readonly scale: Readonly<Record<Exclude<Profile["id"], "paper">, number>>;
}

/** The four graphs, by the ids of the registry, in the order of the paper's tables. */
export const GRAPHS = {
  "reddit": { name: "Reddit", hidden: 128, baselineMs: 710, scale: { standard: 64, smoke: 1024 } },
  "ogbn-proteins": { name: "Proteins", hidden: 128, baselineMs: 285, scale: { standard: 32, smoke: 512 } },
  "archaea": { name: "Archaea", hidden: 128, baselineMs: 980, scale: { standard: 256, smoke: 8192 } },
  "ogbn-products": { name: "Products", hidden: 64, baselineMs: 764, scale: { standard: 128, smoke: 8192 } },
} as const satisfies Readonly<Record<string, PaperGraph>>;

/** Ids of {@link GRAPHS}. */
export type GraphId = keyof typeof GRAPHS;

/** Ids of all four graphs, in order. */
export const GRAPH_IDS = Object.keys(GRAPHS) as readonly GraphId[];

/** Columns of products that are measured by themselves: the hidden width of most of the paper's epochs. */
export const WIDTH = 128;

/** Model of every epoch. */
export const MODEL = "GCN";

/** Training on one of the graphs. */
export interface GraphWorkload extends Workload {
  /** Graph that is trained on. */
  readonly graph: GraphId;
  /** GNN model. */
  readonly model: string;
}

/**
 * Graphs of partitioned products by profile, as they are asked for: stand-ins of about as many edges. At this
 * size those of the two dense graphs have every tile filled.
 */
export const PARTITIONED_DATASETS: Readonly<Record<GraphId, Readonly<Record<Profile["id"], string>>>> = {
  "reddit": { smoke: "reddit@1/1024", standard: "reddit@1/64", paper: "reddit" },
  "ogbn-proteins": {
    smoke: "ogbn-proteins@1/512",
    standard: "ogbn-proteins@1/64",
    paper: "ogbn-proteins",
  },
  "archaea": { smoke: "archaea@1/16384", standard: "archaea@1/256", paper: "archaea" },
  "ogbn-products": { smoke: "ogbn-products@1/8192", standard: "ogbn-products@1/256", paper: "ogbn-products" },
};

/** Scales of stand-ins of a few hundred to a few thousand vertices. */
const CHECKED_SCALE: Readonly<Record<GraphId, number>> = {
  "reddit": 256,
  "ogbn-proteins": 256,
  "archaea": 1024,
  "ogbn-products": 1024,
};

/**
 * A stand-in for what is right or wrong at any size: some hundred vertices in a smoke run, else one of more
 * than 2^16 edges, so that indices of 16 bits, tiles and panels are passed.
 */
export function checkedStandIn(graph: GraphId, { id }: Pick<Profile, "id">): string {
  return `${graph}@1/${id === "smoke" ? GRAPHS[graph].scale.smoke : CHECKED_SCALE[graph]}`;
}

/** Training on some of the graphs. */
export function graphWorkloads(
  profile: Profile,
  graphs: readonly GraphId[] = GRAPH_IDS,
): GraphWorkload[] {
  return graphs.map((graph): GraphWorkload => {
    const workload = { id: graph, graph, model: MODEL, factors: {} };
    if (profile.id === "paper") return { ...workload, dataset: graph };
    return { ...workload, dataset: `${graph}@1/${GRAPHS[graph].scale[profile.id]}` };
  });
}
