/**
 * The verb `compare`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileToWrite } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required, toggle } from "../../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "../store/session_values.ts";

/** Holds two sessions against each other. */
export const compareVerb = defineVerb({
  name: "compare",
  description:
    "two sessions, of one device or two: what differs, times and speed-ups with intervals and tests",
  needs: [],
  arguments: {
    a: required(session, "a session's name, folder or archive"),
    b: required(session, "the one to hold against it"),
  },
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    page: optional(fileToWrite, "where the page goes; beside B's report unless told"),
    all: toggle("also cells that show no difference"),
    json: toggle("print one JSON object"),
  },
  async run({ out, json, all = false, ...sessions }) {
    const { comparison, page } = await unlessInterrupted(async () => {
      const { compareCommand } = await import("./compare_command.ts");
      return await compareCommand({ root: out, ...sessions });
    });
    if (json) {
      console.log(JSON.stringify({ ...comparison, page }));
      return;
    }
    const { renderComparisonText } = await import("./comparison_text.ts");
    console.log(`${renderComparisonText(comparison, { all })}page    ${page}`);
  },
});
