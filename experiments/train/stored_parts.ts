/**
 * Partition that ranks read: one that the user names, or one in the cache, which is cut where it is absent.
 *
 * @module
 */
import { join } from "node:path";
import { formatDatasetName, parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { loadDataset, type LoadOptions } from "../../datasets/load.ts";
import { cutDataset } from "../../distributed/partition_files/cut_dataset.ts";
import { MANIFEST, type PartitionManifest } from "../../distributed/partition_files/manifest.ts";
import { readPartitionManifest } from "../../distributed/partition_files/read_part.ts";
import { wholePartition } from "../../distributed/partition_files/whole_part.ts";
import { writePartitions } from "../../distributed/partition_files/write_partitions.ts";
import { metisDigest } from "../../graph/partitions/metis_build.ts";
import { UsageError } from "../../platform/errors.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";
import type { DrawnSizes } from "./training_folder.ts";
import { counted } from "../../platform/text/plural.ts";

/** Data of vertices that a dataset may lack. */
const PUBLISHED = ["features", "denseFeatures", "labels", "multiLabels", "split"] as const;

/** Partition on the disk. */
export interface StoredParts {
  /** Folder of the partition. */
  readonly folder: string;
  /** Manifest of the partition. */
  readonly manifest: PartitionManifest;
  /** Notes on what was read of the dataset and how. */
  readonly notes: readonly string[];
}

/** Dataset and number of ranks. */
export interface PartsRequest {
  /** Name of the dataset. */
  readonly dataset: string;
  /** Number of ranks, where it was asked for. */
  readonly ranks?: number;
}

/**
 * Opens a partition that the user names.
 *
 * @throws {UsageError} where it has another number of parts, or is one of another dataset.
 * @throws {MissingError} or {@linkcode DataError} where it is not whole or damaged.
 */
export async function namedParts(folder: string, { dataset, ranks }: PartsRequest): Promise<StoredParts> {
  const manifest = await readPartitionManifest(folder), { id } = manifest.dataset;
  const parsed = parseDatasetName(dataset), { ranks: parts } = manifest.shape;
  const refusal = (current: string, wanted: string, next: string) =>
    new UsageError({ action: `train on the parts in ${JSON.stringify(folder)}`, current, wanted, next });
  // A stand-in of its own scale replaces a dataset that is not there.
  if (formatDatasetName(parsed) !== id && (parsed.standIn || parseDatasetName(id).id !== parsed.id)) {
    throw refusal(`parts of ${id}`, `parts of ${dataset}`, `name ${id}, or another partition`);
  }
  if (ranks !== undefined && ranks !== parts) {
    throw refusal(
      counted(parts, "part"),
      `${ranks}, one a rank`,
      `start ${counted(parts, "rank")} (--ranks, or -n of mpirun), or cut it with --parts ${ranks}`,
    );
  }
  return { folder, manifest, notes: manifest.notes ?? [] };
}

/**
 * Opens the partition of a dataset in the cache; cuts it first where it is not there or a file of it is
 * damaged. Where another process is about it, that one is waited for.
 *
 * @throws the errors of {@linkcode loadDataset} and {@linkcode writePartitions}.
 */
export async function cachedParts(
  { dataset: name, ranks = 1 }: PartsRequest,
  { load, seed, drawnSizes = {}, signal, say, cache = cacheFolder() }: {
    readonly load: LoadOptions;
    readonly seed: number;
    /** Sizes of the data that are drawn; the dataset says them when absent. */
    readonly drawnSizes?: DrawnSizes;
    readonly signal?: AbortSignal | undefined;
    readonly say: (line: string) => void;
    /** Folder of the cache; the user's when absent. */
    readonly cache?: string;
  },
): Promise<StoredParts> {
  const dataset = await loadDataset(name, load);
  // What the publisher's files do not give is drawn: a file that is fetched later makes another partition.
  const given = PUBLISHED.filter((part) => dataset[part] !== undefined);
  const metis = ranks === 1 ? undefined : await metisDigest();
  const { hash: graph, kind } = dataset;
  const origin = { graph, kind, given, ranks, seed, ...drawnSizes, ...(metis && { metis }) };
  const key = contentKey(origin).slice(0, 12);
  const text = dataset.id.replaceAll(/[^A-Za-z0-9._-]/g, "-");
  const folder = join(cache, "partitions", `${text}-${ranks}-parts-${key}`);
  // A partition of an older version has no notes.
  const stored = (manifest: PartitionManifest): StoredParts => {
    const { notes = dataset.note === "" ? [] : [dataset.note] } = manifest;
    return { folder, manifest, notes };
  };
  const whole = await wholePartition(folder, signal);
  if (whole) return stored(whole);
  const parts = `${dataset.id} into ${counted(ranks, "part")}`;
  const onWait = (holder: string) => say(`note: waiting for ${holder}: it cuts ${parts}, too`);
  using lock = await FolderLock.wait(folder, onWait, signal);
  // Another process may have cut it meanwhile.
  const cutMeanwhile = await wholePartition(folder, signal);
  if (cutMeanwhile) return stored(cutMeanwhile);
  const isDamaged = await Deno.stat(join(folder, MANIFEST)).then(() => true, () => false);
  say(`note: cutting ${parts}${isDamaged ? " again: a file of those in the cache is damaged" : ""}`);
  const cut = await cutDataset(dataset, { parts: ranks, seed, ...drawnSizes });
  return stored(await writePartitions(folder, cut, { replace: lock, ...(signal && { signal }) }));
}
