/**
 * Counted terms of a product's cost: what a kernel's time is predicted from, before any of it is measured.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../../graph/csr.ts";
import { degrees } from "../../../../graph/degrees.ts";
import { lruHitRate, type ReuseDistances, reuseDistances } from "../../../../graph/reuse_distance.ts";
import { denseShare, tileGrid } from "../../../../graph/tiles.ts";
import { cacheBytes } from "../../../../hardware/cpu/cpu_facts.ts";
import { NUMBER_BYTES, type NumberFormat } from "../../../../hardware/number_format.ts";
import { THRESHOLD, TILE } from "../../../../kernels/spmm/block_sparse/kernel.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import { GROUP_SIZE } from "../../../../kernels/spmm/plans/group_parameters.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import type { Metrics } from "../../../metrics.ts";

/** Terms by the metric of their rows; tables leave them out. */
export const TERM_METRICS = {
  term_entries: { label: "stored entries", unit: "edges", shown: false },
  term_multiply_adds: { label: "multiply-adds", unit: "ops", shown: false },
  term_items: { label: "rows, groups or tiles of work", unit: "count", shown: false },
  term_dense_places: { label: "places of dense tiles, times the width", unit: "ops", shown: false },
  term_longest_row: { label: "multiply-adds of the longest row", unit: "ops", shown: false },
  term_compulsory: { label: "bytes, each moved once", unit: "bytes", shown: false },
  term_near_misses: { label: "bytes of reads that miss the nearer cache", unit: "bytes", shown: false },
  term_far_misses: { label: "bytes of reads that miss the last cache", unit: "bytes", shown: false },
} as const satisfies Metrics;

/** Name of a term. */
export type TermName = keyof typeof TERM_METRICS;

/** All terms of a cell. */
export type CostTerms = Readonly<Record<TermName, number>>;

/** Share of a tile's places above which block-sparse treats it as dense, and entries of a group. */
const DENSE = THRESHOLD.default / 100, GROUP = GROUP_SIZE.default;
/** Places of a tile. */
const TILE_AREA = TILE * TILE;
/** Reads by which misses are estimated; of more, a sample of the columns is followed. */
const FOLLOWED_READS = 2 ** 18;

/** Counts of one matrix that the terms of all contenders share. */
export interface MatrixCosts {
  /** The matrix. */
  readonly matrix: CsrMatrix;
  /** Entries of each row. */
  readonly degrees: Uint32Array;
  /** Reuse of the features' rows. */
  readonly reuse: ReuseDistances;
  /** Tiles that hold an entry, and dense ones. */
  readonly tiles: { readonly tiles: number; readonly denseTiles: number; readonly denseNnzShare: number };
}

/** Counts a matrix once for all contenders. */
export function matrixCosts(matrix: CsrMatrix, seed: number): MatrixCosts {
  return {
    matrix,
    degrees: degrees(matrix),
    reuse: reuseDistances(matrix, { seed, maxAccesses: FOLLOWED_READS }),
    tiles: denseShare(tileGrid(matrix), DENSE),
  };
}

/** Sums over groups of a row's entries. */
function groupsOf(counts: Uint32Array): number {
  return sumOf(counts, (count) => Math.ceil(count / GROUP));
}

/**
 * Terms of one kernel. Items of work are rows, neighbour groups or tiles, as the kernel divides its work; the
 * longest row bounds the balance of kernels that do not cut rows.
 */
export function costTerms(
  { matrix, degrees: counts, reuse, tiles: { tiles, denseTiles, denseNnzShare } }: MatrixCosts,
  { kernel, width, format = "f32" }: {
    readonly kernel: string;
    readonly width: number;
    readonly format?: NumberFormat;
  },
): CostTerms {
  const entries = nnz(matrix),
    isGrouped = kernel.startsWith("neighbor-group"),
    isTiled = kernel === "block-sparse";
  const rowBytes = width * NUMBER_BYTES[format];
  const problem = { matrix, features: new Float32Array(0), width };
  const caches = cacheBytes(), far = caches[caches.length - 1], near = caches[Math.max(0, caches.length - 2)];
  const missed = (bytes: number) => entries * rowBytes * (1 - lruHitRate(reuse, bytes / rowBytes));
  const sparseEntries = isTiled ? entries * (1 - denseNnzShare) : entries;
  return {
    term_entries: sparseEntries,
    term_multiply_adds: sparseEntries * width,
    term_items: isGrouped ? groupsOf(counts) : isTiled ? tiles : matrix.rows,
    term_dense_places: isTiled ? denseTiles * TILE_AREA * width : 0,
    term_longest_row: isGrouped ? 0 : width * counts.reduce((most, each) => Math.max(most, each), 0),
    term_compulsory: spmm.work(problem, format).compulsoryBytes,
    term_near_misses: missed(near),
    term_far_misses: missed(far),
  };
}
