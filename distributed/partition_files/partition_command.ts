/**
 * Command of the verb `partition`: loads a dataset by name, cuts it, writes the parts, and keeps account of
 * time and memory.
 *
 * @module
 */
import { loadDataset } from "../../datasets/load.ts";
import { datasetOrFile } from "../../datasets/user_graph.ts";
import { withinMemory } from "../../platform/allocation.ts";
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { peakMemory } from "../../platform/peak_memory.ts";
import { cutDataset, type CutSettings } from "./cut_dataset.ts";
import { refuseForeignParts } from "./foreign_parts.ts";
import type { WrittenPartition } from "./written_partition.ts";
import { refuseOtherCut, writePartitions } from "./write_partitions.ts";

/** A dataset by name, a place for its parts, and the settings of the cut. */
export interface PartitionRequest extends Omit<CutSettings, "randomWidth"> {
  /** Name of the dataset or of a stand-in, or a user's file. */
  readonly name: string;
  /** Whether both directions of every edge of a file are stored. */
  readonly symmetrise?: boolean;
  /** Folder of the partition. */
  readonly folder: string;
  /** Width of random features that replace the publisher's. */
  readonly width?: number;
  /** Folder of real datasets. */
  readonly dataDir?: string;
}

/**
 * Partitions a dataset by its name.
 *
 * @throws {ReproError} as `loadDataset`, `cutDataset` and `writePartitions` do, and an `Interrupted` after a
 * signal while parts are written.
 */
export async function partitionByName(
  { name, symmetrise = false, folder, width, dataDir, ...settings }: PartitionRequest,
): Promise<WrittenPartition> {
  const begun = performance.now(), kept: number[] = [], bytes: number[] = [];
  const { seed, parts } = settings;
  await refuseForeignParts(folder);
  const dataset = await loadDataset(datasetOrFile(name, { symmetrise }), {
    seed,
    ...(dataDir !== undefined && { dataDir }),
  });
  await refuseOtherCut(folder, { hash: dataset.hash, parts });
  const loaded = performance.now();
  const data = await withinMemory(
    `cut ${name} into ${parts} parts`,
    () => cutDataset(dataset, { ...settings, ...(width !== undefined && { randomWidth: width }) }),
  );
  const cut = performance.now();
  // Until now nothing was written: a signal ends the program as the system does, also amid a long cut, which
  // would not let a listener hear it.
  using interrupt = listenAndTell("run the same command again: parts that are whole are kept");
  const manifest = await withinMemory(`write ${parts} parts of ${name}`, () =>
    writePartitions(folder, data, {
      signal: interrupt.signal,
      onPart: (part) => {
        const { rank, files } = part.manifest;
        bytes.push(sumOf(Object.values(files), (file) => file.bytes));
        if (part.kept) kept.push(rank);
      },
    }));
  const seconds = {
    load: (loaded - begun) / 1000,
    cut: (cut - loaded) / 1000,
    write: (performance.now() - cut) / 1000,
  };
  return { folder, manifest, bytes, kept, seconds, peakBytes: peakMemory() };
}
