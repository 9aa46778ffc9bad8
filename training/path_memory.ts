/**
 * Memory of execution paths beside a training (model M7), the subject of Figures 6 and 11 of eppgcn.
 *
 * @module
 */
import type { ExecutionPathShape, PartiallyActiveShape } from "./partially_active.ts";
import { programLedger, sparseCopyBytes, type StoragePolicy } from "./program/memory_ledger.ts";
import type { Program } from "./program/program.ts";

/** Storage of paths and of the training beside them. */
export interface PathMemoryOptions {
  /**
   * Whether a path stores a value an entry; true by default. A system that scales rows instead stores none.
   */
  readonly weighted?: boolean;
  /** Storage policy of the system that runs the all-active training. */
  readonly policy?: StoragePolicy;
}

/** Bytes with and without paths. */
export interface PathMemory {
  /** Bytes of all paths. */
  readonly pathBytes: number;
  /** Peak bytes of all-active training. */
  readonly allActiveBytes: number;
  /** Relative overhead of partially-active training, `pathBytes / allActiveBytes`: 0.17 for 17 %. */
  readonly overhead: number;
}

/** Number of entries above which offsets need more than 32 bits. */
const NARROW_ENTRIES = 2 ** 31;

/**
 * Bytes of one path: its CSR and the list of its targets. (Its sources are the targets of the path before.)
 */
export function pathShapeBytes({ targets, entries }: ExecutionPathShape, weighted = true): number {
  const indexBytes = entries > NARROW_ENTRIES ? 8 : 4;
  const operand = { id: 0, label: "execution path", rows: targets, cols: 0, nnz: entries, weighted };
  const matrix = sparseCopyBytes(operand, { format: "csr", indexBytes, entryBytes: weighted ? 4 : 0 });
  return matrix + indexBytes * targets;
}

/**
 * Computes the memory of a training whose backward aggregations run on paths and that otherwise equals the
 * given all-active one, as in the paper: gradients keep a row a vertex, and every layer has a path of its
 * own, also where it equals the one above. Nothing is allocated, so that programs and paths may be of any
 * size.
 *
 * (`programLedger` of a program with compact gradients tells what this harness takes: less than all-active
 * training, where gradients shrink by more than paths add.)
 *
 * @example
 * ```ts
 * import {
 *   adamOptimizer,
 *   gcn,
 *   loadDataset,
 *   vertexClassification,
 *   vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * import { executionPaths } from "gnn-repro/graph";
 * import { partiallyActive, pathMemory } from "gnn-repro/training";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const allActive = vertexClassification(vertexTaskShape(data), {
 *   layers,
 *   optimizer: adamOptimizer(),
 *   seed: 1,
 * });
 * const paths = executionPaths(data.adjacency, data.split.train, { layers: 2 });
 * const { overhead } = pathMemory(allActive.program, partiallyActive(data.split.train, paths));
 * if (!(overhead > 0)) throw new Error("paths are kept beside the graph");
 * ```
 */
export function pathMemory(
  allActive: Program,
  { paths }: Pick<PartiallyActiveShape, "paths">,
  { weighted = true, policy = {} }: PathMemoryOptions = {},
): PathMemory {
  const pathBytes = paths.reduce((sum, path) => sum + pathShapeBytes(path, weighted), 0);
  const allActiveBytes = programLedger(allActive, policy).peak.bytes;
  return { pathBytes, allActiveBytes, overhead: pathBytes / allActiveBytes };
}
