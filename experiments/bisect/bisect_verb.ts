/**
 * The verb `bisect`.
 *
 * @module
 */
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { text, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, required } from "../../platform/command_line/verb.ts";
import { RUN_FLAGS } from "../session/run_values.ts";

const { profile, device, threads } = RUN_FLAGS;
const commit = text("commit");

/** Finds the commit from which on a cell is slower. */
export const bisectVerb = defineVerb({
  name: "bisect",
  description:
    "the first commit on which a cell is slower, measured in turns with the good one on this machine: " +
    "14 to 38 runs of the cell for each commit that is tried",
  needs: ["cache", "commit", "own programs", "lock"],
  arguments: {
    cell: required(
      text("cell"),
      "a cell, such as own/kernel-ladder:pubmed:w64:row-split, or a part of its name that no other has",
    ),
    good: required(commit, "a commit on which the cell is as fast as it should be"),
    bad: required(commit, "a later commit on which it is slower"),
  },
  flags: {
    profile,
    device,
    threads,
    metric: defaulting(text("metric"), "time", "metric of the cell, of which less is better"),
    seed: defaulting(wholeNumber(0), 1, "seed of the order of turns"),
  },
  async run({ cell, good, bad, ...options }) {
    using interrupt = listenAndTell("run bisect again: its working trees are gone");
    const { bisectCell } = await import("./bisect_command.ts");
    const say = (line: string) => console.log(line), tell = (line: string) => console.error(line);
    await bisectCell(cell, { good, bad, ...options, say, tell, signal: interrupt.signal });
  },
});
