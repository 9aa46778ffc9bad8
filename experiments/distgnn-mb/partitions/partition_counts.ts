/**
 * Counts of a cut graph (Section 3.1): edges cut, training vertices of a rank, halo vertices by their
 * definition, and ids that do not come back from the space that they were brought to.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { localBatch } from "../../../distributed/local_batch/mod.ts";
import {
  ABSENT,
  idsAt,
  idTable,
  partitionStatistics,
  type RankPartition,
} from "../../../distributed/partition/mod.ts";
import { rankData } from "../../../distributed/training/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { Lab } from "../../lab.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import type { CutGraph } from "../cut_graph.ts";
import { FANOUTS, PAPER_BATCH, scaledDown } from "../scaled_graphs.ts";

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

/** Halo vertices by their definition, entry by entry of the whole graph, against those that ranks have. */
export function haloCounts({ rowPtr, colIdx, rows }: CsrMatrix, { ranks, parts }: CutGraph) {
  let otherHalo = 0, oneSided = 0, withFeatures = 0;
  const isHalo = ranks.map(({ vertices, solid }) => new Set(vertices.subarray(solid)));
  const defined = ranks.map(() => new Set<number>());
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) {
      const u = colIdx[e];
      if (parts[u] === parts[v]) continue;
      defined[parts[v]].add(u);
      if (!isHalo[parts[v]].has(u) || !isHalo[parts[u]].has(v)) oneSided++;
    }
  }
  const features = { rows, width: 1, values: new Float32Array(rows) };
  const data = { features, truth: { labels: new Uint32Array(rows) }, classes: 1 };
  ranks.forEach((part, rank) => {
    otherHalo += isHalo[rank].symmetricDifference(defined[rank]).size;
    withFeatures += rankData(part, data).features.values.length - part.solid;
  });
  return { other_halo: otherHalo, one_sided_cuts: oneSided, halo_with_features: withFeatures };
}

/**
 * Ids that do not come back, between VID_o and VID_p and, in the first mini-batch of every rank, VID_p and
 * VID_b.
 */
export async function idCounts({ seed }: Lab, { graph }: LoadedDataset, { scaled, ranks }: CutGraph) {
  let wrong = 0, converted = 0;
  for (const part of ranks) {
    wrong += wrongTrips(part.vertices, graph.rows);
    converted += part.vertices.length;
    for (const { sources } of await firstBlocks(part, { seed, batchSize: scaledDown(PAPER_BATCH, scaled) })) {
      wrong += wrongTrips(sources, part.vertices.length);
      converted += sources.length;
    }
  }
  return { wrong_ids: wrong, converted_ids: converted };
}

async function firstBlocks(
  part: RankPartition,
  { seed, batchSize }: { readonly seed: number; readonly batchSize: number },
) {
  const [batch] = miniBatches(part.training, { batchSize, epoch: 0, seed });
  if (batch === undefined) return [];
  const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed });
  return localBatch(await sampleBatch(draw, batch), part).blocks;
}

/**
 * Ids that do not come back, from places 0, 1, ... to ids below `size`; a table of ids that are not distinct
 * cannot be made.
 */
function wrongTrips(ids: Uint32Array, size: number): number {
  const table = idTable(ids, size);
  const back = idsAt(table, ids);
  let wrong = 0, present = 0;
  for (let place = 0; place < ids.length; place++) if (back[place] !== place) wrong++;
  for (let id = 0; id < size; id++) if (table[id] !== ABSENT) present++;
  return wrong + Math.abs(present - ids.length);
}
