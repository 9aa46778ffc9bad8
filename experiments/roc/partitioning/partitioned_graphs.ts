/**
 * The graphs that roc partitions, each at a scale that a profile has time for, and the models that run on
 * them.
 *
 * @module
 */
import type { Layer } from "../../../training/layers/layer.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import type { Profile, ProfileId } from "../../profiles.ts";

/** One of the paper's graphs at the scale of a profile. */
export interface PartitionedGraph {
  /** Id in the registry. */
  readonly id: string;
  /** Name in the paper, such as `Reddit`. */
  readonly name: string;
  /** Dataset as a workload asks for it, such as `reddit@1/256:drift`. */
  readonly dataset: string;
  /** s of `@1/s`; 1 at `paper`. */
  readonly scale: number;
  /** Columns of the features: those of Table 4, unless a table narrows them. */
  readonly featureWidth: number;
  /** Columns of GCN's hidden layer. */
  readonly hidden: number;
  /** Classes (Table 4). */
  readonly classes: number;
}

/** Graphs that train. */
export type TrainedGraphId = "reddit" | "amazon";

interface TrainedGraph extends Omit<PartitionedGraph, "dataset" | "scale" | "hidden"> {
  readonly scales: Readonly<Record<Exclude<ProfileId, "paper">, number>>;
}

/**
 * A sample lasts 20 ms on threads however short an execution is: graphs are as small as leaves each of 16
 * devices some work.
 */
const TRAINED: Readonly<Record<TrainedGraphId, TrainedGraph>> = {
  reddit: {
    id: "reddit",
    name: "Reddit",
    featureWidth: 602,
    classes: 41,
    scales: { standard: 256, smoke: 1024 },
  },
  amazon: {
    id: "amazon-he-mcauley",
    name: "Amazon",
    featureWidth: 300,
    classes: 24,
    scales: { standard: 8192, smoke: 65_536 },
  },
};

/** Columns of GCN's hidden layer (the authors' sample run) and of GIN's; neither is printed. */
export const GCN_HIDDEN = 256;
const GIN_HIDDEN = 64;

/** A graph that trains, at the scale of a profile. */
export function trainedGraph(profile: Profile, graph: TrainedGraphId): PartitionedGraph {
  const { scales, ...facts } = TRAINED[graph];
  const shared = { ...facts, hidden: GCN_HIDDEN };
  if (profile.id === "paper") return { ...shared, dataset: facts.id, scale: 1 };
  const scale = scales[profile.id];
  return { ...shared, scale, dataset: `${facts.id}@1/${scale}:drift` };
}

/**
 * Widths of the tables in `standard`. Aggregation is most of the multiply-adds here (nine tenths) as with
 * Reddit's 602 and 256 columns (six tenths), whose other products run at a higher rate.
 */
const NARROW = { featureWidth: 64, hidden: 32 } as const;

/**
 * Reddit as Tables 1 and 2 look at it. They print neither GPUs nor widths: two GPUs with more than 5,000
 * vertices a part, and a tenth of the columns, are what two cores have time for.
 */
export function tableGraph(profile: Profile): PartitionedGraph {
  const graph = trainedGraph(profile, "reddit");
  if (profile.id !== "standard") return graph;
  const scale = 23.2;
  return { ...graph, ...NARROW, scale, dataset: `${graph.id}@1/${scale}:drift` };
}

/** Layers of the GCN that graphs train with. */
export function gcnLayers(
  { classes, hidden }: Pick<PartitionedGraph, "classes" | "hidden">,
): readonly Layer[] {
  return gcn({ classes, hidden, order: "aggregate-first" }).filter(({ rowWise }) => !rowWise);
}

/** PPI's graphs (Section 7.6): a cost model learns on 20, latency is measured on 4. */
export interface TissueGraphs {
  /** One of them; each is drawn with a seed of its own. */
  readonly dataset: string;
  /** Graphs that the cost model learns from. */
  readonly training: number;
  /** Graphs that it has not seen. */
  readonly test: number;
  /** Columns of the features: what PPI has. */
  readonly featureWidth: number;
}

/** Devices that share one of PPI's graphs while the model learns: they are small. */
export const LEARNING_GPUS = 2;

/** PPI's graphs at the size of a profile. */
export function tissueGraphs({ id }: Profile): TissueGraphs {
  const shared = { featureWidth: 50 };
  return id === "smoke"
    ? { ...shared, dataset: "ppi@1/256:drift", training: 3, test: 2 }
    : { ...shared, dataset: "ppi@1/24:drift", training: 20, test: 4 };
}

/** Layers of the GIN that runs on PPI. */
export function ginLayers(): readonly Layer[] {
  return gin({ classes: 121, hidden: GIN_HIDDEN, layers: 2, order: "aggregate-first" })
    .filter(({ rowWise }) => !rowWise);
}

/** Notes of all suites that partition. */
export const PARTITION_NOTES: readonly string[] = [
  "Stand-ins have degrees that drift along the ids (`:drift`): where they do not, all cuts into equal shares coincide. They are " +
  "small, since each layer on each partition of up to 16 devices is timed by itself; Reddit at 1/256 has room for half of its degree. " +
  "A claim about balance is decided where a part has at least a quarter of the printed vertices, or 5,000 where no number of GPUs " +
  "is printed.",
  "Partitions run one after another on one device. A time is that of forward and backward of the layers, aggregation first, " +
  "without loss and update; hidden widths are not printed (256 in GCN, 64 in GIN, unless a table's settings name others; two layers).",
];
