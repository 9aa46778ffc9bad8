/**
 * Round trips: parts are read back bit for bit, and equal those of a process that holds the whole graph.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { loadDataset } from "../../../datasets/load.ts";
import { idsAt } from "../../../distributed/partition/id_table.ts";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { readPartitionManifest, readRankData } from "../../../distributed/partition_files/read_part.ts";
import { writePartitions } from "../../../distributed/partition_files/write_partitions.ts";
import { graphHash } from "../../../graph/graph_hash.ts";
import { graphs, weightedGraphs } from "../../graph/graph_fixture.ts";
import { inMemory, partitioned, temporaryFolder } from "./partition_fixture.ts";

async function checkRoundTrip(name: string, ranks: number): Promise<void> {
  await using folder = await temporaryFolder();
  const data = await partitioned(name, ranks), wanted = await inMemory(name, data);
  const manifest = await writePartitions(folder.path, data);
  assert.deepEqual(await readPartitionManifest(folder.path), manifest);
  assert.equal(wanted.length, ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const { partition, owners, validation, test, ...stored } = await readRankData(folder.path, rank);
    assert.deepEqual(stored, wanted[rank]);
    const { vertices, solid } = stored.part;
    assert.equal(partition, manifest.partition);
    assert.deepEqual(owners, idsAt(data.partition.parts, vertices.subarray(solid)));
    const mine = (chosen: Uint32Array) => chosen.filter((v) => data.partition.parts[v] === rank).sort();
    assert.deepEqual(idsAt(vertices, validation), mine(data.split.validation));
    assert.deepEqual(idsAt(vertices, test), mine(data.split.test));
  }
}

const cora = Deno.env.get("GNN_REPRO_DATA")
  ? await loadDataset("cora", { cacheDir: "/nonexistent" })
  : undefined;
if (cora?.kind !== "real") console.log("ignored: real Cora: GNN_REPRO_DATA names no folder with its files");

Deno.test({
  name: "real Cora: sparse features are written with their zeros, and all is read back bit for bit",
  ignore: cora?.kind !== "real",
  fn: () => checkRoundTrip("cora", 3),
});

Deno.test("a stand-in: features that are drawn by slices equal those that are drawn at once", async () => {
  await checkRoundTrip("reddit@1/1024", 4);
  await checkRoundTrip("reddit@1/1024", 1);
});

Deno.test("any graph, owners and truth are read back, empty parts and weights included", async () => {
  const cuts = fc.tuple(fc.oneof(graphs, weightedGraphs), fc.integer({ min: 1, max: 5 }), fc.boolean()).chain(
    ([graph, count, several]) =>
      fc.record({
        graph: fc.constant(graph),
        count: fc.constant(count),
        several: fc.constant(several),
        parts: fc.array(fc.nat({ max: count - 1 }), { minLength: graph.rows, maxLength: graph.rows }),
        roles: fc.array(fc.nat({ max: 3 }), { minLength: graph.rows, maxLength: graph.rows }),
      }),
  );
  let weighted = 0;
  const holds = async (
    { graph, count, several, parts, roles }: typeof cuts extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    await using folder = await temporaryFolder();
    const role = (wanted: number) => Uint32Array.from(roles.flatMap((each, v) => each === wanted ? [v] : []));
    const partition = { parts: Uint32Array.from(parts), count, engine: "fennel" as const };
    const split = { train: role(0), validation: role(1), test: role(2) };
    const targets = Float32Array.from({ length: 2 * graph.rows }, (_, i) => i % 3 === 0 ? 1 : 0);
    await writePartitions(folder.path, {
      dataset: { id: "any", kind: "stand-in", graph, hash: graphHash(graph) },
      partition,
      features: { kind: "drawn", width: 3, seed: 2 },
      truth: several ? { targets } : { labels: Uint32Array.from(parts) },
      classes: several ? 2 : count,
      split,
      seed: 2,
      drawn: [],
    });
    if (graph.values) weighted++;
    for (const part of rankPartitions(graph, partition, split.train)) {
      const stored = await readRankData(folder.path, part.rank);
      assert.deepEqual(stored.part, part);
      const own = part.vertices.subarray(0, part.solid);
      const truth = several
        ? { targets: Float32Array.from([...own].flatMap((v) => [targets[2 * v], targets[2 * v + 1]])) }
        : { labels: new Uint32Array(part.solid).fill(part.rank) };
      assert.deepEqual(stored.truth, truth);
      assert.deepEqual(stored.features.values.length, 3 * part.solid);
    }
  };
  await fc.assert(fc.asyncProperty(cuts, holds), { seed: 1, numRuns: 12 });
  assert.ok(weighted > 2);
});
