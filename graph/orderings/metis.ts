/**
 * METIS as an ordering: clusters with few edges between them, numbered one after another.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { assertSquare } from "../square.ts";
import { partitionEngine, partitionGraph } from "../partitions/mod.ts";
import { partRanges } from "../partitions/part_ranges.ts";
import type { Ordering } from "./ordering.ts";

/** Parameters of a METIS ordering. */
export interface MetisParameters {
  /**
   * Meaning of `metisSize`: vertices of a cluster (`size`, the literal reading of the paper's "cluster size
   * 200"), or the number of clusters (`parts`).
   */
  readonly metisMode?: "size" | "parts";
  /** Size or number of clusters; 200 by default. */
  readonly metisSize?: number;
}

/**
 * METIS ordering with given parameters. Parameters and facts name the engine: libmetis, or the built-in
 * partitioner where that library is absent.
 *
 * @throws {UsageError} if `metisSize` is not a positive integer.
 */
export function metisOrdering({ metisMode = "size", metisSize = 200 }: MetisParameters = {}): Ordering {
  if (!Number.isInteger(metisSize) || metisSize < 1 || metisSize > 2 ** 31 - 1) {
    throw new UsageError({
      action: "order a graph with METIS",
      current: `a cluster size of ${metisSize}`,
      wanted: "a whole number from 1 to 2^31 - 1",
      next: "leave it out for its default 200",
    });
  }
  return {
    id: "metis",
    title: `METIS (${metisMode === "size" ? `${metisSize} a cluster` : `${metisSize} clusters`})`,
    source: { paper: "hetu-gnn", section: "Figure 8" },
    // Read on each access: the engine decides the permutation, so a cached one must not outlive a change of
    // it.
    get parameters() {
      return { metisMode, metisSize, engine: partitionEngine() };
    },
    compute(matrix, { seed }) {
      assertSquare(matrix, "order the vertices of a graph");
      const wanted = metisMode === "size"
        ? Math.ceil(matrix.rows / metisSize)
        : Math.min(metisSize, matrix.rows);
      const partition = partitionGraph(matrix, Math.max(1, wanted), { seed });
      const { engine, count, edgeCut, balance } = partition;
      return { perm: partRanges(partition).perm, facts: { engine, clusters: count, edgeCut, balance } };
    },
  };
}
