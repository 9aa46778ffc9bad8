/**
 * The verb `advise`.
 *
 * @module
 */
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { folderToRead, text, type ValueKind } from "../../platform/command_line/value_kind.ts";
import { defineVerb, required } from "../../platform/command_line/verb.ts";
import { RUN_FLAGS, RUN_NEEDS } from "../session/run_values.ts";

/** A file with a graph, or the name of a dataset. */
const graphOrDataset: ValueKind<string> = { ...text("graph", "file"), opens: folderToRead.opens! };

const { profile, device, webgpu, threads, dataDir, width, symmetrise, out } = RUN_FLAGS;

/** Measures which ordering and kernel suit a graph. */
export const adviseVerb = defineVerb({
  name: "advise",
  description: "which ordering and SpMM kernel suit a graph on this device, measured, and what they cost",
  needs: RUN_NEEDS,
  arguments: {
    graph: required(graphOrDataset, "a file (.mtx, .npz or an edge list), or a dataset such as pubmed"),
  },
  flags: { profile, device, webgpu, threads, dataDir, width, symmetrise, out },
  async run({ graph, ...options }, { typed }) {
    using interrupt = listenAndTell();
    const { advise } = await import("./advise.ts");
    console.log(await advise(graph, { ...options, command: typed, signal: interrupt.signal }));
  },
});
