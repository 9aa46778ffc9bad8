/**
 * Partitioning of graphs: by METIS where it is installed, by the built-in multilevel partitioner elsewhere
 * and into parts of a few vertices, and in one pass where it is asked for.
 *
 * @module
 */
import { MissingError } from "../../platform/errors.ts";
import type { CsrMatrix } from "../csr.ts";
import { partitionFennel } from "./fennel.ts";
import { openMetis, partitionMetis } from "./metis.ts";
import { partitionMultilevel } from "./multilevel.ts";
import type { Partition, PartitionEngine, PartitionOptions } from "./partition.ts";

/** Partitioners by the name of their method. */
export const PARTITION_METHODS = {
  metis: partitionMetis,
  multilevel: partitionMultilevel,
  fennel: partitionFennel,
} as const;

/** Name of a method of partitioning. */
export type PartitionMethod = keyof typeof PARTITION_METHODS;

/** Options of {@linkcode partitionGraph}. */
export interface PartitionGraphOptions extends PartitionOptions {
  /**
   * Method; METIS by default, or the multilevel partitioner where METIS is not installed, or would get fewer
   * than eight vertices a part and is not needed to balance entries.
   */
  readonly method?: PartitionMethod;
}

/** Vertices a part below which METIS leaves parts empty, and others far beyond their tolerance. */
const FEWEST_A_PART = 8;

/** The engine that {@link partitionGraph} prefers on this machine. */
export function partitionEngine(): PartitionEngine {
  try {
    openMetis();
    return "libmetis";
  } catch (error) {
    if (error instanceof MissingError) return "built-in multilevel";
    throw error;
  }
}

/**
 * Cuts a graph into `count` parts of about equal weight with few edges between them; the result names its
 * engine. A directed graph is taken as undirected; loops and values play no part.
 *
 * @throws {MissingError} if METIS was asked for and cannot be used here.
 * @throws {UsageError} for a number of parts or a tolerance that cannot be.
 * @throws {ReproError} for a matrix that is not square or weights that do not fit it.
 * @example
 * ```ts
 * import { csrFromEdges, partitionGraph } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 1, 0, 3, 4, 3, 2), target = Uint32Array.of(1, 2, 2, 4, 5, 5, 3);
 * const triangles = csrFromEdges({ vertices: 6, source, target, symmetrise: true });
 * if (partitionGraph(triangles, 2).edgeCut !== 1) throw new Error("one edge joins the triangles");
 * ```
 */
export function partitionGraph(
  matrix: CsrMatrix,
  count: number,
  { method, ...options }: PartitionGraphOptions = {},
): Partition {
  const small = matrix.rows < FEWEST_A_PART * count && options.entryImbalance === undefined;
  const chosen = method ?? (!small && partitionEngine() === "libmetis" ? "metis" : "multilevel");
  return PARTITION_METHODS[chosen](matrix, count, options);
}
