/**
 * Counts of ids that do not come back from the space that they were brought to (Section 3.1).
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { localBatch } from "../../../distributed/local_batch/mod.ts";
import { ABSENT, idsAt, idTable, type RankPartition } from "../../../distributed/partition/mod.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Lab } from "../../lab.ts";
import type { CutGraph } from "../cut_graph.ts";
import { FANOUTS, PAPER_BATCH, scaledDown } from "../scaled_graphs.ts";

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
