/**
 * The verb `partition`.
 *
 * @module
 */
import type { PartitionBalance } from "./cut_dataset.ts";
import type { PartitionMethod } from "../../graph/partitions/mod.ts";
import { graphOrDataset } from "../../datasets/datasets_verb.ts";
import { shellLine } from "../../platform/command_line/shell_line.ts";
import { choice, folderToRead, folderToWrite, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required, toggle } from "../../platform/command_line/verb.ts";

/** Most parts: more ranks than the largest machines have run. */
const MOST_PARTS = 65_536;

/** Cuts a dataset into one folder a rank. */
export const partitionVerb = defineVerb({
  name: "partition",
  description: "a dataset cut into one folder a rank, of arrays that NumPy reads",
  needs: ["cache", "data", "device", "lock"],
  arguments: {
    graph: required(
      graphOrDataset,
      "a dataset, a stand-in such as reddit@1/16, or a file (.mtx, .npz, .graph or an edge list)",
    ),
  },
  flags: {
    parts: required(wholeNumber(1, MOST_PARTS), "number of parts, one a rank"),
    out: required(folderToWrite, "folder of the partition"),
    method: optional(
      choice<PartitionMethod>("method", ["metis", "multilevel", "fennel"]),
      "metis where it is installed, else multilevel; fennel takes one pass",
    ),
    balance: optional(
      choice<PartitionBalance>("balance", ["vertices", "entries"]),
      "equal vertices (and training vertices) a part, or entries too, as fennel does unless told",
    ),
    width: optional(wholeNumber(1, 65_536), "random features of this width instead of the publisher's"),
    classes: optional(wholeNumber(1, 65_536), "random labels where the dataset has none"),
    symmetrise: toggle("store both directions of every edge of a file"),
    seed: defaulting(wholeNumber(0), 1, "seed of the cut and of drawn data"),
    dataDir: optional(folderToRead, "where real datasets lie"),
    json: toggle("print one JSON object"),
  },
  async run({ graph: name, parts, out: folder, json, ...settings }, { verbs }) {
    const { partitionByName } = await import("./partition_command.ts");
    const run = await partitionByName({ name, parts, folder, ...settings });
    const { partitionMeasures, renderPartition } = await import("./written_partition.ts");
    if (json) {
      for (const note of run.manifest.notes ?? []) console.error(`note: ${note}`);
      return console.log(JSON.stringify({ ...run, measures: partitionMeasures(run.manifest) }));
    }
    console.log(renderPartition(run));
    if (verbs.some((verb) => verb.name === "train")) {
      const { id } = run.manifest.dataset;
      const { MAX_LOCAL_RANKS } = await import("../communicator/local/run_local_ranks.ts");
      const next = ["deno", "task", "train", id, "--ranks", `${parts}`, "--partition", folder];
      console.log(`next: ${shellLine([...next, ...(parts > MAX_LOCAL_RANKS ? ["--engine", "mpi"] : [])])}`);
    }
  },
});
