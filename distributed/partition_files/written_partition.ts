/**
 * Summary of a written partition: measures of its cut, and a table of its parts.
 *
 * @module
 */
import { join } from "node:path";
import { markedName } from "../../datasets/marked_name.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { textTable } from "../../platform/text/text_table.ts";
import type { PartitionManifest } from "./manifest.ts";
import { ORIGINAL_IDS } from "./original_ids.ts";
import { type PartCounts, partFolder } from "./part_layout.ts";
import { counted } from "../../platform/text/plural.ts";

/** Measures of a partition; a balance is the largest part divided by the mean, 1 at best. */
export interface PartitionMeasures {
  /** Share of the entries whose two vertices belong to different parts. */
  readonly cutShare: number;
  /** Solid and halo vertices of all parts, a vertex of the graph. */
  readonly replication: number;
  /** Balance of the solid vertices. */
  readonly solidBalance: number;
  /** Balance of the entries. */
  readonly entryBalance: number;
  /** Balance of the training vertices. */
  readonly trainingBalance: number;
}

/** Outcome of one run of the verb. */
export interface WrittenPartition {
  /** Folder of the partition. */
  readonly folder: string;
  /** Manifest of the partition. */
  readonly manifest: PartitionManifest;
  /** Bytes of each part's arrays. */
  readonly bytes: readonly number[];
  /** Parts that an earlier run had written. */
  readonly kept: readonly number[];
  /** Seconds of each step. */
  readonly seconds: { readonly load: number; readonly cut: number; readonly write: number };
  /** Most memory that the process held, in bytes. */
  readonly peakBytes: number;
}

/** Computes the measures of a partition from the counts of its parts. */
export function partitionMeasures({ parts, dataset }: PartitionManifest): PartitionMeasures {
  const each = (count: keyof PartCounts) => parts.map(({ counts }) => counts[count]);
  const sum = (count: keyof PartCounts) => sumOf(each(count));
  const balance = (count: keyof PartCounts) => {
    const most = each(count).reduce((most, number) => Math.max(most, number), 0);
    return sum(count) === 0 ? 1 : most * parts.length / sum(count);
  };
  return {
    cutShare: sum("entries") === 0 ? 0 : sum("cutEntries") / sum("entries"),
    replication: dataset.vertices === 0 ? 1 : (sum("solid") + sum("halo")) / dataset.vertices,
    solidBalance: balance("solid"),
    entryBalance: balance("entries"),
    trainingBalance: balance("training"),
  };
}

/** Renders the table of the parts, the measures and the costs. */
export function renderPartition(
  { folder, manifest, bytes, kept, seconds, peakBytes }: WrittenPartition,
): string {
  const { dataset, engine, parts, drawn, notes = [], originalIds } = manifest,
    measures = partitionMeasures(manifest);
  const rows = parts.map(({ counts }, rank) => [
    partFolder(rank),
    counts.solid,
    counts.halo,
    counts.entries,
    counts.training,
    `${formatBytes(bytes[rank])}${kept.includes(rank) ? ", kept" : ""}`,
  ]);
  const took = Object.entries(seconds).map(([step, number]) => `${step} ${number.toFixed(1)} s`).join(", ");
  return [
    `${markedName(dataset)} (${counted(dataset.vertices, "vertex", "vertices")}, ${
      counted(dataset.entries, "entry", "entries")
    }) by ${engine}, in ${folder}`,
    textTable(["part", "vertices", "halo", "entries", "training", "bytes"], rows),
    `cut ${(100 * measures.cutShare).toFixed(1)} % of the entries, replication factor ` +
    `${measures.replication.toFixed(2)}; balance of vertices ${measures.solidBalance.toFixed(3)}, ` +
    `entries ${measures.entryBalance.toFixed(3)}, training vertices ${measures.trainingBalance.toFixed(3)}`,
    ...(drawn.length > 0 ? [`drawn at random: ${drawn.join(", ")}`] : []),
    ...notes.map((note) => `note: ${note}`),
    ...(originalIds ? [`ids of the file, one a vertex: ${join(folder, ORIGINAL_IDS)}`] : []),
    ...(kept.length > 0 ? [`kept ${kept.length} of ${parts.length} parts, which were whole`] : []),
    `${took}; peak memory ${formatBytes(peakBytes)}`,
  ].join("\n");
}
