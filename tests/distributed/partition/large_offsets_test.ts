/**
 * Cuts of graphs beyond 2^31 entries, without the memory for one: the rows of a small graph lie behind that
 * many entries, which nothing may read.
 *
 * @module
 */
import assert from "node:assert/strict";
import { RankPartitionBuilder } from "../../../distributed/partition/rank_partition_builder.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { partitionFennel } from "../../../graph/partitions/fennel.ts";
import { ReproError } from "../../../platform/errors.ts";
import { communities } from "../../graph/partitions/partition_checks.ts";

const RANKS = 5;

/** The same rows, from the entry `before` on. */
function behind(graph: CsrMatrix, before: number): CsrMatrix {
  const colIdx = new Proxy(graph.colIdx, {
    get(entries, name) {
      const place = typeof name === "string" && /^\d+$/.test(name) ? Number(name) : undefined;
      if (place === undefined) return Reflect.get(entries, name, entries);
      assert.ok(place >= before && place < before + entries.length, `entry ${place}`);
      return entries[place - before];
    },
  });
  return { ...graph, rowPtr: graph.rowPtr.map((offset) => before + offset), colIdx };
}

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
