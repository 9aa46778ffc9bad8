/**
 * Bytes of the ranks of a cut: arrays of their parts, rows of their halos, and messages of their start.
 *
 * @module
 */
import { RankPartitionBuilder } from "../../../distributed/partition/rank_partition_builder.ts";
import {
  arrayNames,
  arrayShape,
  type PartCounts,
  type PartitionShape,
} from "../../../distributed/partition_files/part_layout.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { Partition } from "../../../graph/partitions/partition.ts";

const BYTES = 4;

/** Numbers of vertices and entries of a rank. */
export type RankCounts = Pick<PartCounts, "solid" | "halo" | "copies" | "entries">;

/** Bytes of a rank. */
export interface RankBytes {
  /** Arrays of its part, features included. */
  readonly part: number;
  /** Features of its halo. */
  readonly halo: number;
  /** Features that a layer of a full-batch pass sends to other ranks. */
  readonly sent: number;
  /**
   * Messages that it receives before it trains, where it fetches from others: the size of each rank, and two
   * words a halo vertex.
   */
  readonly start: number;
}

/** Width of the features and number of classes. */
export type DataShape = Pick<PartitionShape, "width" | "classes">;

/** Counts the parts of all ranks. */
export function rankCounts(graph: CsrMatrix, cut: Pick<Partition, "parts" | "count">): RankCounts[] {
  const builder = new RankPartitionBuilder(graph, cut);
  return Array.from({ length: cut.count }, (_, rank) => {
    const { vertices, solid, graph: { colIdx }, dbHalo } = builder.part(rank, new Uint32Array());
    return {
      solid,
      halo: vertices.length - solid,
      copies: dbHalo.vertices.length,
      entries: colIdx.length,
    };
  });
}

/** Bytes of a rank by its counts. Every vertex is of one set: their lists together have a word for each. */
export function rankBytes(counts: RankCounts, ranks: number, { width, classes }: DataShape): RankBytes {
  const shape = { ranks, width, classes, labels: "single", weighted: false } as const;
  const whole = { ...counts, cutEntries: 0, training: counts.solid, validation: 0, test: 0 };
  const part = arrayNames(shape).reduce((sum, name) => {
    const { shape: extents } = arrayShape(name, whole, shape);
    return sum + BYTES * extents.reduce((product, extent) => product * extent, 1);
  }, 0);
  return {
    part,
    halo: BYTES * width * counts.halo,
    sent: BYTES * width * counts.copies,
    start: BYTES * (ranks + 2 * counts.halo),
  };
}
