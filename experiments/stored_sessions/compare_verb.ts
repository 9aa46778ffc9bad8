/**
 * The verb `compare`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileToWrite } from "../../platform/command_line/value_kind.ts";
import {
  defaulting,
  defineVerb,
  oneOrMore,
  optional,
  required,
  toggle,
} from "../../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";

/** Compares sessions with a baseline. */
export const compareVerb = defineVerb({
  name: "compare",
  description:
    "sessions, of one device or several: what differs, times and speed-ups with intervals and tests",
  needs: [],
  arguments: {
    a: required(session, "a session's name, folder or archive"),
    others: oneOrMore(session, "the ones to compare with it"),
  },
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    page: optional(fileToWrite, "where the page goes; beside the last report unless told"),
    baseline: optional(session, "the session that all others are compared with; the first unless told"),
    all: toggle("also cells that show no difference"),
    failOnWorse: toggle("exit with 1 where a cell is worse than the baseline's, on one device"),
    json: toggle("print one JSON object"),
  },
  async run({ a, others, baseline, page: path, out, json, all = false, failOnWorse = false }) {
    const { comparison, page } = await unlessInterrupted(async () => {
      const { compareCommand } = await import("../../results/compare/compare_command.ts");
      const { todaysClaims } = await import("./todays_claims.ts");
      return await compareCommand({
        root: out,
        judge: todaysClaims,
        sessions: [a, ...others],
        ...(baseline !== undefined && { baseline }),
        ...(path !== undefined && { page: path }),
      });
    });
    if (json) {
      console.log(JSON.stringify({ ...comparison, page }));
    } else {
      const { renderComparisonText } = await import("../../results/compare/comparison_text.ts");
      const where = page ?? "none, since the session's folder cannot be written; --page FILE names a place";
      console.log(`${renderComparisonText(comparison, { all })}page    ${where}`);
    }
    if (!failOnWorse) return 0;
    const { isWorse } = await import("../../results/compare/worse_cells.ts");
    return isWorse(comparison) ? 1 : 0;
  },
});
