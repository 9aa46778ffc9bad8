/** A folder with another partition is refused before a graph is cut for it. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { cutDataset } from "../../../distributed/partition_files/cut_dataset.ts";
import { partitionByName } from "../../../distributed/partition_files/partition_command.ts";
import { refuseOtherCut, writePartitions } from "../../../distributed/partition_files/write_partitions.ts";
import { ConflictError } from "../../../platform/errors.ts";

const NAME = "cora@1/16", SEED = 1;

Deno.test("a partition of another number of parts or graph is refused, the same one is not", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const dataset = await loadDataset(NAME, { seed: SEED }), { hash } = dataset;
    await refuseOtherCut(folder, { hash, parts: 3 });
    await writePartitions(folder, await cutDataset(dataset, { parts: 2, seed: SEED }));
    await refuseOtherCut(folder, { hash, parts: 2 });
    await assert.rejects(refuseOtherCut(folder, { hash, parts: 3 }), ConflictError);
    await assert.rejects(refuseOtherCut(folder, { hash: "another", parts: 2 }), ConflictError);
    // No graph can be cut into as many parts: the folder is looked at first.
    const wanted = { name: NAME, folder, seed: SEED, parts: 2 ** 32 };
    await assert.rejects(partitionByName(wanted), /found another one, of cora@1\/16 into 2 parts/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
