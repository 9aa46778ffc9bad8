/**
 * The verb `train`.
 *
 * @module
 */
import { graphOrDataset } from "../../datasets/datasets_verb.ts";
import { RANK_ENGINES } from "../../distributed/communicator/communicator.ts";
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import {
  byteSize,
  choice,
  duration,
  folderToRead,
  folderToWrite,
  positiveNumber,
  wholeNumber,
  wholeNumbers,
} from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required, toggle } from "../../platform/command_line/verb.ts";
import { MODEL_NAMES } from "../../training/runs/model_settings.ts";
import { RUN_FLAGS } from "../session/run_values.ts";
import { HALO_POLICIES, TRAININGS } from "./train_options.ts";

const { device, webgpu, dataDir } = RUN_FLAGS;

/** Trains one model. */
export const trainVerb = defineVerb({
  name: "train",
  description:
    "one training on any device or over ranks: loss, accuracy and phases of every epoch; goes on " +
    "where the same command was interrupted",
  needs: ["device", "cache", "data", "lock"],
  arguments: {
    graph: required(
      graphOrDataset,
      "a dataset, a stand-in such as reddit@1/16, or a file (.mtx, .npz, .graph or an edge list)",
    ),
  },
  flags: {
    model: defaulting(choice("name", MODEL_NAMES), "sage", `${MODEL_NAMES.join(", ")}`),
    ranks: optional(wholeNumber(1), "ranks; as many as mpirun has started, or one"),
    engine: optional(
      choice("name", RANK_ENGINES),
      "what carries ranks' messages: local (workers) or mpi; mpi under mpirun, else local, unless told",
      { needs: (engine) => engine === "mpi" ? ["ranks"] : [] },
    ),
    partition: optional(
      folderToRead,
      "a partition on the disk; the graph is cut into the cache unless told",
    ),
    policy: optional(
      choice("name", HALO_POLICIES),
      `what ranks do about others' vertices: ${HALO_POLICIES.join(", ")}; aep unless told`,
    ),
    delay: optional(wholeNumber(0), "iterations from a push to its use (aep); 1 unless told"),
    pushLimit: optional(wholeNumber(0), "most vertices pushed to a rank in a layer (aep); 2000 unless told"),
    stall: optional(duration, "longest that a rank waits for others, such as 30m; 10m unless told"),
    fullBatch: toggle("one step over the whole graph an epoch, in place of mini-batches"),
    batchSize: optional(wholeNumber(1), "seeds of a mini-batch of one rank; 1000 unless told"),
    fanouts: optional(wholeNumbers(1), "neighbours drawn a layer, the one next to the input first: 10,10"),
    layers: optional(wholeNumber(1), "layers that aggregate; as many as fan-outs, or 2"),
    hidden: defaulting(wholeNumber(1), 64, "columns of the hidden layers"),
    epochs: defaulting(wholeNumber(1), 10, "epochs, those of earlier runs of the same command included"),
    learningRate: defaulting(positiveNumber, 0.01, "learning rate of Adam"),
    evaluateEvery: defaulting(wholeNumber(0), 1, "epochs from one scoring to the next; 0 for none"),
    width: optional(wholeNumber(1, 65_536), "random features of this width instead of the publisher's"),
    classes: optional(wholeNumber(1, 65_536), "random labels where the graph has none"),
    symmetrise: toggle("store both directions of every edge of a file"),
    device,
    webgpu,
    threads: optional(
      wholeNumber(1),
      "CPU threads of the wasm and x86 devices: one per core, with ranks 1 each, unless told",
    ),
    deviceMemory: optional(byteSize, "cap on device memory, such as 64MiB"),
    adapter: optional(wholeNumber(0), "which of several GPU adapters"),
    dataDir,
    strictData: toggle("a missing dataset is an error, not a stand-in"),
    seed: defaulting(wholeNumber(0), 1, "seed of every random choice"),
    out: defaulting(folderToWrite, TRAININGS, "where folders of trainings go"),
    json: toggle("print one JSON object on standard output"),
  },
  async run({ json = false, ...options }, { typed }) {
    using interrupt = listenAndTell("run the same command again: it goes on after the last whole epoch");
    const { train } = await import("./train.ts");
    const { renderEnd } = await import("./training_text.ts");
    const end = await train({ ...options, quiet: json, command: typed, signal: interrupt.signal });
    console.log(json ? JSON.stringify(end.document) : renderEnd(end));
  },
});
