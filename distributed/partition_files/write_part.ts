/**
 * Writer of one part: its arrays, then its manifest, so that a manifest stands for a part that is whole.
 *
 * @module
 */
import { join } from "node:path";
import { truthOf } from "../../training/mini_batch/mini_batch_data.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import type { FeatureSource } from "../../training/vertex_features.ts";
import { idsAt } from "../partition/id_table.ts";
import { haloVertices, type RankPartition } from "../partition/rank_partition.ts";
import { type FileRecord, writeArray } from "./array_file.ts";
import { featureSlices } from "./feature_slices.ts";
import { MANIFEST, type PartManifest, SCHEMA, writeManifest } from "./manifest.ts";
import {
  type ArrayName,
  arrayNames,
  arrayShape,
  type PartCounts,
  partFolder,
  type PartitionShape,
} from "./part_layout.ts";

/** Data of all vertices, of which each part gets its rows. */
export interface PartSource {
  /** The rank that owns each vertex. */
  readonly owner: Uint32Array;
  /** Features of all vertices. */
  readonly features: FeatureSource;
  /** Truth about all vertices. */
  readonly truth: VertexTruth;
  /** Key of the partition. */
  readonly partition: string;
  /** Facts that all parts share. */
  readonly shape: PartitionShape;
}

/** A part on disk. */
export interface WrittenPart {
  /** Manifest of the part. */
  readonly manifest: PartManifest;
  /** Size and checksum of the manifest. */
  readonly record: FileRecord;
  /** Whether an earlier run had written it. */
  readonly kept: boolean;
}

/** A part in memory, with the vertices of the split that are not in {@linkcode RankPartition}. */
export interface SplitPart {
  /** Part of the graph. */
  readonly part: RankPartition;
  /** VID_p of the validation vertices, ascending. */
  readonly validation: Uint32Array;
  /** VID_p of the test vertices, ascending. */
  readonly test: Uint32Array;
}

/** Number of entries that name a halo vertex. */
function cutEntries({ graph, solid }: RankPartition): number {
  let count = 0;
  for (let e = 0; e < graph.colIdx.length; e++) if (graph.colIdx[e] >= solid) count++;
  return count;
}

function countsOf({ part, validation, test }: SplitPart): PartCounts {
  return {
    solid: part.solid,
    halo: part.vertices.length - part.solid,
    entries: part.graph.colIdx.length,
    cutEntries: cutEntries(part),
    copies: part.dbHalo.vertices.length,
    training: part.training.length,
    validation: validation.length,
    test: test.length,
  };
}

/** Slices of an array of a part. */
function slicesOf(
  name: ArrayName,
  { part, validation, test }: SplitPart,
  { owner, features, truth, shape: { classes } }: PartSource,
): Iterable<Uint32Array | Float32Array> {
  const { vertices, solid, graph, dbHalo } = part, own = vertices.subarray(0, solid);
  const truthHere = () => truthOf({ truth, classes }, own);
  switch (name) {
    case "vertices.npy":
      return [vertices];
    case "owners.npy":
      return [idsAt(owner, haloVertices(part))];
    case "row_ptr.npy":
      return [graph.rowPtr];
    case "col_idx.npy":
      return [graph.colIdx];
    case "values.npy":
      return [graph.values!];
    case "db_halo_ptr.npy":
      return [dbHalo.rankPtr];
    case "db_halo.npy":
      return [dbHalo.vertices];
    case "training.npy":
      return [part.training];
    case "validation.npy":
      return [validation];
    case "test.npy":
      return [test];
    case "features.npy":
      return featureSlices(features, own);
    case "labels.npy":
      return [truthHere().labels!];
    case "targets.npy":
      return [Float32Array.from(truthHere().targets!)];
  }
}

/**
 * Writes a part into its folder. An older manifest goes first, so that none stands for a part that is half
 * written.
 *
 * @param signal Ends the work between two slices; the part then has no manifest.
 */
export async function writePart(
  folder: string,
  split: SplitPart,
  { source, signal }: { readonly source: PartSource; readonly signal?: AbortSignal | undefined },
): Promise<WrittenPart> {
  const { rank } = split.part, { shape, partition } = source, counts = countsOf(split);
  const path = join(folder, partFolder(rank));
  await Deno.mkdir(path, { recursive: true });
  await Deno.remove(join(path, MANIFEST)).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  const files: Record<string, FileRecord> = {}, synced: Promise<void>[] = [];
  try {
    for (const name of arrayNames(shape)) {
      const array = arrayShape(name, counts, shape), slices = slicesOf(name, split, source);
      const written = await writeArray(join(path, name), array, slices, signal);
      files[name] = written.record;
      synced.push(written.synced);
    }
  } finally {
    await Promise.allSettled(synced);
  }
  await Promise.all(synced);
  const manifest: PartManifest = {
    format: "gnn-repro part",
    schema: SCHEMA,
    partition,
    rank,
    shape,
    counts,
    files,
  };
  return { manifest, record: await writeManifest(join(path, MANIFEST), manifest), kept: false };
}
