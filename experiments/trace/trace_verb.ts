/**
 * The verb `trace`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileToWrite, text, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, required } from "../../platform/command_line/verb.ts";
import { RUN_FLAGS } from "../session/run_values.ts";

const { profile, device, webgpu, threads, dataDir } = RUN_FLAGS;

/** Writes what host, threads and GPU do in one cell. */
export const traceVerb = defineVerb({
  name: "trace",
  description: "what host, threads and GPU do over time in one cell, as a trace for Perfetto",
  needs: ["device", "cache", "data", "peers"],
  arguments: {
    cell: required(text("cell"), "a cell, <suite>:<workload>:<contender>, or a part of its name"),
  },
  flags: {
    profile,
    device,
    webgpu,
    threads,
    dataDir,
    seed: defaulting(wholeNumber(0), 1, "seed of every random choice"),
    to: defaulting(fileToWrite, "trace.json", "file for the trace, in Chrome's trace-event format"),
  },
  async run({ cell, to, ...options }) {
    const { traceToFile } = await import("./trace_command.ts");
    console.log(await unlessInterrupted(() => traceToFile(cell, to, options)));
  },
});
