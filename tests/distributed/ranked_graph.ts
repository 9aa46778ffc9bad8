/**
 * Graph on ranks, and batches of it, for tests.
 *
 * @module
 */
import { type LocalBatch, localBatch } from "../../distributed/local_batch/local_batch.ts";
import { balancedPartition } from "../../distributed/partition/balanced_partition.ts";
import type { RankPartition } from "../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../distributed/partition/rank_partitions.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { type SampledBatch, sampledEdges } from "../../graph/sampling/block.ts";
import { sampleBatch } from "../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../graph/sampling/uniform.ts";
import { plantedGraph } from "../graph/graph_fixture.ts";

/** Graph of 600 vertices in communities, of which every third is a training vertex. */
export const graph: CsrMatrix = plantedGraph({
  vertices: 600,
  community: 50,
  edges: 4000,
  inside: 0.8,
  seed: 1,
});

/** Parts of `count` ranks. */
export function ranksOf(count: number): RankPartition[] {
  const training = Uint32Array.from({ length: 200 }, (_, i) => 3 * i);
  return rankPartitions(graph, balancedPartition(graph, training, { ranks: count, seed: 1 }), training);
}

/**
 * First twenty training vertices of a rank with three layers of neighbours: the sampled batch and the rank's
 * batch.
 */
export async function batchOf(
  part: RankPartition,
  batch = 0,
): Promise<{ sampled: SampledBatch; local: LocalBatch }> {
  const draw = uniformNeighbors(part.graph, { fanouts: [5, 4, 3], seed: 7 });
  const sampled = await sampleBatch(draw, { seeds: part.training.slice(0, 20), batch });
  if (sampledEdges(sampled) === 0) throw new Error("the fixture samples nothing");
  return { sampled, local: localBatch(sampled, part) };
}
