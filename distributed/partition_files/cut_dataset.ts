/**
 * Cut of a dataset for ranks, with the data of its vertices, before anything is written.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { nnz } from "../../graph/csr.ts";
import type { PartitionMethod } from "../../graph/partitions/mod.ts";
import { areWeights, type FeatureSource, featureSource } from "../../training/vertex_features.ts";
import { vertexTruth } from "../../training/vertex_truth.ts";
import { balancedPartition } from "../partition/balanced_partition.ts";
import type { PartitionedData } from "./write_partitions.ts";

/** Balance of a cut: as many vertices in each part, or as many vertices and stored entries. */
export type PartitionBalance = "vertices" | "entries";

/** Settings of a cut. */
export interface CutSettings {
  /** Number of parts. */
  readonly parts: number;
  /** Method; by default METIS or the built-in partitioner, and Fennel beyond what METIS can count. */
  readonly method?: PartitionMethod;
  /**
   * Balance beside that of training vertices: `vertices`, as the papers have it, or vertices and `entries`.
   * By default entries too with Fennel, vertices alone with the others.
   */
  readonly balance?: PartitionBalance;
  /** Seed of the cut and of drawn data. */
  readonly seed: number;
  /** Width of random features that replace the publisher's. */
  readonly randomWidth?: number;
  /** Number of classes of random labels, for a dataset that states none. */
  readonly classes?: number;
}

/** Stored entries from which only one pass over the vertices is tried. */
const FENNEL_ENTRIES = 2 ** 31;

/** Tolerated excess of a part's entries over the mean. */
const ENTRY_IMBALANCE = 0.1;

/** Sentence on sparse features: whether their rows were divided by their sums. */
function featureNote(features: FeatureSource): string {
  if (features.kind !== "sparse") return "";
  return areWeights(features.matrix)
    ? "Each row of the sparse features is divided by its sum."
    : "The sparse features, some of them negative, are as in the file: rows are not divided by their sums.";
}

/**
 * Cuts a dataset into parts with about as many vertices and training vertices each, and entries where they
 * are balanced. Features that the dataset lacks are not drawn here: each part draws those of its vertices
 * when it is written.
 *
 * @throws {MissingError} if METIS was asked for and is absent, the dataset lacks a file, or nothing says how
 * wide random features or how many classes there should be.
 * @throws {UsageError} for a number of parts that cannot be, or a method that does not balance entries.
 */
export async function cutDataset(
  dataset: LoadedDataset,
  { parts, method, balance, seed, ...data }: CutSettings,
): Promise<PartitionedData> {
  const features = await featureSource(dataset, { seed, ...data });
  const { drawn, ...truth } = vertexTruth(dataset, { seed, ...data });
  const chosen = method ?? (nnz(dataset.graph) < FENNEL_ENTRIES ? undefined : "fennel");
  const balanced = balance ?? (chosen === "fennel" ? "entries" : "vertices");
  const options = {
    ranks: parts,
    seed,
    ...(chosen && { method: chosen }),
    ...(balanced === "entries" && { entryImbalance: ENTRY_IMBALANCE }),
  };
  return {
    dataset,
    partition: balancedPartition(dataset.graph, truth.split.train, options),
    features,
    ...truth,
    seed,
    drawn: [...(features.kind === "drawn" ? ["features"] : []), ...drawn],
    notes: [dataset.note, featureNote(features)].filter((note) => note !== ""),
  };
}
