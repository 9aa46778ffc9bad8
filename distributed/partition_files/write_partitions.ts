/**
 * Writer of a partition: part after part, then the manifest of all.
 *
 * @module
 */
import { join } from "node:path";
import type { Split } from "../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import { ConflictError } from "../../platform/errors.ts";
import { contentKey, sha256 } from "../../platform/files/digest.ts";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import type { FeatureSource } from "../../training/vertex_features.ts";
import { writeOriginalIds } from "./original_ids.ts";
import { RankPartitionBuilder } from "../partition/rank_partition_builder.ts";
import { featureIdentity, featureWidth } from "./feature_slices.ts";
import { refuseForeignParts } from "./foreign_parts.ts";
import { MANIFEST, type PartitionManifest, readManifest, SCHEMA, writeManifest } from "./manifest.ts";
import type { PartitionShape } from "./part_layout.ts";
import { type PartSource, writePart, type WrittenPart } from "./write_part.ts";
import { wholePart } from "./whole_part.ts";
import { plural } from "../../platform/text/plural.ts";

/** A graph with the data of its vertices, and their owners. */
export interface PartitionedData {
  /** Dataset: its id and kind, its graph with content hash. */
  readonly dataset: {
    /** Id: `cora`, or a stand-in's full name. */
    readonly id: string;
    /** Kind: the publisher's graph or a generated one. */
    readonly kind: "real" | "stand-in";
    /** Adjacency matrix. */
    readonly graph: CsrMatrix;
    /** Content hash of `graph`. */
    readonly hash: string;
    /** Id in the file of each vertex, where gaps of the ids were closed up. */
    readonly originalIds?: Uint32Array;
  };
  /** Owners of the vertices, and the engine that computed them. */
  readonly partition: Pick<Partition, "parts" | "count" | "engine">;
  /** Features of all vertices. */
  readonly features: FeatureSource;
  /** Truth about all vertices. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
  /** Training, validation and test vertices. */
  readonly split: Split;
  /** Seed of the partition and of drawn data. */
  readonly seed: number;
  /** Data drawn at random because the dataset lacks them. */
  readonly drawn: readonly string[];
  /** Notes on what was read of the dataset and how; none when absent. */
  readonly notes?: readonly string[];
}

/** Options of the writer. */
export interface WriteOptions {
  /** Ends the work between two slices: finished parts stay, and the next run keeps them. */
  readonly signal?: AbortSignal;
  /** Called after each part. */
  readonly onPart?: (part: WrittenPart) => void;
  /** Lock that the caller has on the folder: a partition in it, damaged or another, is written over. */
  readonly replace?: Disposable;
}

/** Bytes of an array, for its digest. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Key of a partition: everything that its files depend on. */
function partitionKey(data: PartitionedData, shape: PartitionShape): string {
  const { dataset, partition, features, truth, split } = data;
  return contentKey({
    schema: SCHEMA,
    shape,
    graph: dataset.hash,
    parts: sha256(bytesOf(partition.parts)),
    features: featureIdentity(features),
    truth: sha256(bytesOf(truth.labels ? truth.labels : truth.targets)),
    split: [split.train, split.validation, split.test].map((vertices) => sha256(bytesOf(vertices))),
  });
}

/** Removes the manifest of a partition, so that none stands for parts that are written over. */
async function removeManifest(folder: string): Promise<void> {
  await Deno.remove(join(folder, MANIFEST)).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** Facts of a cut that are known before it. */
export interface CutFacts {
  /** Content hash of the graph. */
  readonly hash: string;
  /** Number of parts. */
  readonly parts: number;
}

/**
 * Refuses a folder that holds a partition of another graph or number of parts, before a graph is cut for it.
 *
 * @throws {ConflictError} naming that partition.
 */
export async function refuseOtherCut(folder: string, { hash, parts }: CutFacts): Promise<void> {
  await refuseOther(folder, ({ dataset, shape }) => dataset.hash === hash && shape.ranks === parts);
}

/** Refuses a folder that holds a partition other than the wanted one. */
async function refuseOther(folder: string, isWanted: (there: PartitionManifest) => boolean): Promise<void> {
  const path = join(folder, MANIFEST);
  if (!await Deno.stat(path).then(() => true, () => false)) return;
  const there = await readManifest(path, "partition"), { dataset, shape } = there;
  if (isWanted(there)) return;
  throw new ConflictError({
    action: `write a partition into ${JSON.stringify(folder)}`,
    current: `another one, of ${dataset.id} into ${plural(shape.ranks, "part")}`,
    wanted: "an empty folder, or the same partition to go on with",
    next: "name another folder, or remove that one",
  });
}

/**
 * Writes all parts of a partition, one at a time, so that beside graph and features only one part is in
 * memory. Parts that an earlier run has written whole are kept.
 *
 * @throws {ConflictError} if the folder holds another partition or files in the place of parts, or another
 * process writes it.
 * @throws {ReproError} where the owners or the split do not belong to the graph.
 * @example
 * ```ts
 * import { loadDataset } from "gnn-repro";
 * import { cutDataset, readRankData, writePartitions } from "gnn-repro/distributed";
 * const folder = await Deno.makeTempDir();
 * const dataset = await loadDataset("cora@1/8", { seed: 1 });
 * await writePartitions(folder, await cutDataset(dataset, { parts: 2, seed: 1 }));
 * const { part } = await readRankData(folder, 1);
 * if (part.rank !== 1 || part.ranks !== 2) throw new Error("the second of two parts");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writePartitions(
  folder: string,
  data: PartitionedData,
  { signal, onPart, replace }: WriteOptions = {},
): Promise<PartitionManifest> {
  const { dataset, partition, features, truth, classes, split, seed, drawn, notes } = data;
  const { graph, id, kind, hash } = dataset;
  const shape: PartitionShape = {
    ranks: partition.count,
    width: featureWidth(features),
    classes,
    labels: truth.labels ? "single" : "several",
    weighted: graph.values !== undefined,
  };
  const key = partitionKey(data, shape);
  if (!replace) await refuseForeignParts(folder);
  using _ = replace ? undefined : await FolderLock.acquire(folder, "name another folder with --out");
  if (replace) await removeManifest(folder);
  else await refuseOther(folder, ({ partition }) => partition === key);
  const builder = new RankPartitionBuilder(graph, partition);
  const [training, validation, test] = [split.train, split.validation, split.test].map((vertices) =>
    builder.places(vertices)
  );
  const source: PartSource = { owner: partition.parts, features, truth, partition: key, shape };
  const parts: WrittenPart[] = [];
  for (let rank = 0; rank < partition.count; rank++) {
    signal?.throwIfAborted();
    parts[rank] = await wholePart(folder, rank, key) ?? await writePart(folder, {
      part: builder.part(rank, training[rank]),
      validation: validation[rank],
      test: test[rank],
    }, { source, signal });
    onPart?.(parts[rank]);
  }
  const originalIds = await writeOriginalIds(folder, dataset.originalIds, signal);
  const manifest: PartitionManifest = {
    format: "gnn-repro partition",
    schema: SCHEMA,
    partition: key,
    dataset: { id, kind, hash, vertices: graph.rows, entries: nnz(graph) },
    engine: partition.engine,
    seed,
    drawn,
    ...(notes && notes.length > 0 && { notes }),
    ...(originalIds && { originalIds }),
    shape,
    parts: parts.map(({ manifest: { counts }, record }) => ({ counts, manifest: record })),
  };
  await writeManifest(join(folder, MANIFEST), manifest);
  return manifest;
}
