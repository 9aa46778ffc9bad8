/**
 * Cuts of graphs beyond 2^31 entries, without the memory for one: the rows of a small graph lie behind that
 * many entries, which nothing may read.
 *
 * @module
 */
import assert from "node:assert/strict";
import { RankPartitionBuilder } from "../../../distributed/partition/rank_partition_builder.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { partitionFennel } from "../../../graph/partitions/fennel.ts";
import { ReproError } from "../../../platform/errors.ts";
import { behind } from "../../graph/graph_fixture.ts";
import { communities } from "../../graph/partitions/partition_checks.ts";

const RANKS = 5;

for (const before of [2 ** 31 - 7, 2 ** 32 - 1 - communities.colIdx.length]) {
  Deno.test(`rows behind ${before} entries are cut as those at the beginning`, () => {
    const far = behind(communities, before);
    const partition = partitionFennel(far, RANKS, { seed: 3 });
    assert.deepEqual(partition, partitionFennel(communities, RANKS, { seed: 3 }));
    const [one, other] = [far, communities].map((graph) => new RankPartitionBuilder(graph, partition));
    for (let rank = 0; rank < RANKS; rank++) {
      assert.deepEqual(one.part(rank, new Uint32Array()), other.part(rank, new Uint32Array()));
    }
  });
}

Deno.test("a vertex beyond 2^32 is refused by its number", () => {
  const none = new Uint32Array();
  assert.throws(
    () => csrFromEdges({ vertices: 2 ** 32, source: none, target: none }),
    (error: Error) => error instanceof ReproError && /4294967296 vertices/.test(error.message),
  );
});
