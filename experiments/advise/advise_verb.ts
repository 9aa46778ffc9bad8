/**
 * The verb `advise`.
 *
 * @module
 */
import { graphOrDataset } from "../../datasets/datasets_verb.ts";
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { defineVerb, required } from "../../platform/command_line/verb.ts";
import { RUN_FLAGS, RUN_NEEDS } from "../session/run_values.ts";

const { profile, device, webgpu, threads, dataDir, width, symmetrise, out } = RUN_FLAGS;

/** Measures which ordering and kernel suit a graph. */
export const adviseVerb = defineVerb({
  name: "advise",
  description: "which ordering and SpMM kernel suit a graph on this device, measured, and what they cost",
  needs: RUN_NEEDS,
  arguments: {
    graph: required(
      graphOrDataset,
      "a file (.mtx, .npz, .graph or an edge list), or a dataset such as pubmed",
    ),
  },
  flags: { profile, device, webgpu, threads, dataDir, width, symmetrise, out },
  async run({ graph, ...options }, { typed }) {
    using interrupt = listenAndTell("run the same command again: it measures anew");
    const { advise } = await import("./advise.ts");
    const { savedTuning } = await import("../../kernels/tuning/tuning_file.ts");
    const { signal } = interrupt;
    console.log(await advise(graph, { ...options, tuning: savedTuning, command: typed, signal }));
  },
});
