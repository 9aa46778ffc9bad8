/**
 * Contract of a partition, and measures of every engine's result.
 *
 * @module
 */
import { ReproError, UsageError } from "../../platform/errors.ts";
import { indices } from "../../platform/indices.ts";
import type { CsrMatrix } from "../csr.ts";
import { assertSquare } from "../square.ts";
import { plural } from "../../platform/text/plural.ts";

/** Engine that computes a partition. */
export type PartitionEngine = "libmetis" | "built-in multilevel" | "fennel";

/** A partition of a graph's vertices. */
export interface Partition {
  /** The part of each vertex, `0 .. count - 1`. */
  readonly parts: Uint32Array;
  /** Number of parts. */
  readonly count: number;
  /** Number of undirected edges, without loops, between different parts; each counted once. */
  readonly edgeCut: number;
  /** Engine that computed the partition. */
  readonly engine: PartitionEngine;
  /** Ratio of the heaviest part to the mean part: 1 is perfect. */
  readonly balance: number;
  /** Balance in the second weight, if one was given. */
  readonly secondBalance?: number;
}

/** Options of a partition. */
export interface PartitionOptions {
  /** Seed: same seed, same engine, same partition; 1 by default. */
  readonly seed?: number;
  /** Tolerated excess of the heaviest part over the mean; 0.03 by default. */
  readonly imbalance?: number;
  /** Weight of each vertex; 1 by default. */
  readonly vertexWeight?: Uint32Array;
  /** Second weight to balance, such as 1 for training vertices and 0 for others (DistDGL's variant). */
  readonly secondWeight?: Uint32Array;
  /** Tolerated excess in the second weight; 0.05 by default. */
  readonly secondImbalance?: number;
  /**
   * Tolerated excess of a part's stored entries over the mean; entries are not balanced when absent. METIS
   * and Fennel balance them.
   */
  readonly entryImbalance?: number;
}

/** {@link PartitionOptions} with defaults filled in; absent weights stay absent. */
export type ResolvedPartitionOptions =
  & Required<Pick<PartitionOptions, "seed" | "imbalance" | "secondImbalance">>
  & Pick<PartitionOptions, "vertexWeight" | "secondWeight" | "entryImbalance">;

/**
 * Fills in defaults after checking the request.
 *
 * @throws {UsageError} for an invalid number of parts or tolerance.
 * @throws {ReproError} for a matrix that is not square or weights that do not fit it.
 */
export function resolvePartition(
  matrix: CsrMatrix,
  count: number,
  options: PartitionOptions = {},
): ResolvedPartitionOptions {
  assertSquare(matrix, "cut a graph into parts");
  const resolved = { seed: 1, imbalance: 0.03, secondImbalance: 0.05, ...options };
  const refuse = (current: string, wanted: string): never => {
    throw new UsageError({
      action: "cut a graph into parts",
      current,
      wanted,
      next: "change the number of parts or the tolerance",
    });
  };
  if (!Number.isInteger(count) || count < 1 || count > 2 ** 31 - 1) {
    refuse(plural(count, "part"), "a whole number from 1 to 2^31 - 1");
  }
  const { imbalance, secondImbalance, entryImbalance = 0 } = resolved;
  for (const tolerance of [imbalance, secondImbalance, entryImbalance]) {
    if (!(tolerance >= 0 && tolerance <= 10)) refuse(`an imbalance of ${tolerance}`, "0 to 10");
  }
  for (const weight of [options.vertexWeight, options.secondWeight]) {
    if (!weight) continue;
    let sum = 0;
    for (let v = 0; v < weight.length; v++) sum += weight[v];
    if (weight.length === matrix.rows && sum < 2 ** 31) continue;
    throw new ReproError({
      action: "weigh the vertices of a graph",
      current: `${plural(weight.length, "weight")} with the sum ${sum}`,
      wanted: `${plural(matrix.rows, "weight")} with a sum below 2^31`,
      next: "pass one small whole number a vertex",
    });
  }
  return resolved;
}

/**
 * Counts undirected edges between different parts, without loops; a reported cut is checked against this
 * count. The structure must be undirected (see `symmetrise`).
 */
export function edgeCut(structure: CsrMatrix, parts: Uint32Array): number {
  let twice = 0;
  for (let v = 0; v < structure.rows; v++) {
    for (let e = structure.rowPtr[v]; e < structure.rowPtr[v + 1]; e++) {
      if (parts[structure.colIdx[e]] !== parts[v]) twice++;
    }
  }
  return twice / 2;
}

/** Ratio of the heaviest part to the mean part; 1 if the total weight is 0. All weights are 1 by default. */
export function partBalance(parts: Uint32Array, count: number, weight?: Uint32Array): number {
  const load = new Float64Array(count);
  let total = 0;
  for (let v = 0; v < parts.length; v++) {
    const w = weight ? weight[v] : 1;
    load[parts[v]] += w;
    total += w;
  }
  let heaviest = 0;
  for (let p = 0; p < count; p++) heaviest = Math.max(heaviest, load[p]);
  return total === 0 ? 1 : heaviest * count / total;
}

/**
 * Describes a partition by its own structure: cut and balance are counted here, never taken from an engine.
 */
export function describePartition(
  structure: CsrMatrix,
  cut: { readonly parts: Uint32Array; readonly count: number; readonly engine: PartitionEngine },
  options: PartitionOptions = {},
): Partition {
  const { parts, count, engine } = cut;
  return {
    parts,
    count,
    engine,
    edgeCut: edgeCut(structure, parts),
    balance: partBalance(parts, count, options.vertexWeight),
    ...(options.secondWeight && { secondBalance: partBalance(parts, count, options.secondWeight) }),
  };
}

/** Partition without a choice: everything in one part, or a vertex a part; undefined otherwise. */
export function trivialParts(vertices: number, count: number): Uint32Array | undefined {
  if (count === 1) return new Uint32Array(vertices);
  return count >= vertices ? indices(vertices) : undefined;
}
