/**
 * Counts of a cut graph (Section 3.1): edges cut and training vertices of a rank, beside those of random
 * parts.
 *
 * @module
 */
import { partitionStatistics } from "../../../distributed/partition/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import type { CutGraph } from "../cut_graph.ts";

/** Tolerated excess of training vertices that METIS is asked for. */
export const TOLERANCE = 0.05;

/**
 * Checks that every vertex is solid on one rank, the one that the cut gives it to. How good the cut is, its
 * counts say: small graphs leave ranks without vertices.
 */
export function checkCut({ parts, ranks }: CutGraph): CheckReport {
  const owner = new Float64Array(parts.length).fill(NaN);
  for (const { rank, vertices, solid } of ranks) {
    for (const v of vertices.subarray(0, solid)) owner[v] = Number.isNaN(owner[v]) ? rank : Infinity;
  }
  return exactCheck(owner, parts);
}

/** Edges that the cut leaves between ranks, and sizes of parts and training sets. */
export function cutCounts({ colIdx }: CsrMatrix, { ranks }: CutGraph) {
  const { cutEntries, solid, halo, training, solidBalance, trainingBalance } = partitionStatistics(ranks);
  return {
    edge_cut: cutEntries / 2,
    cut_share: 100 * cutEntries / colIdx.length,
    training_balance: trainingBalance,
    largest_training: Math.max(...training),
    // A vertex cannot be split.
    training_bound: Math.ceil((1 + TOLERANCE) * sumOf(training) / training.length),
    vertex_balance: solidBalance,
    halo_share: sumOf(halo) / sumOf(solid),
  };
}

/** Edges that random parts leave between ranks, and their training sets. */
export function randomCounts(
  { rowPtr, colIdx, rows }: CsrMatrix,
  { ranks, training }: CutGraph,
  seed: number,
) {
  const stream = new RandomStream(seed, "random parts");
  const parts = Uint32Array.from({ length: rows }, () => stream.below(ranks.length));
  let cut = 0;
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (parts[colIdx[e]] !== parts[v]) cut++;
  }
  const trained = new Array<number>(ranks.length).fill(0);
  for (const v of training) trained[parts[v]]++;
  return {
    edge_cut: cut / 2,
    cut_share: 100 * cut / colIdx.length,
    training_balance: Math.max(...trained) * ranks.length / training.length,
  };
}
