/**
 * The verb `explain`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { text } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required } from "../../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";

/** Traces one number of a session. */
export const explainVerb = defineVerb({
  name: "explain",
  description: "from one number back to samples, check, data, environment and the command that repeats it",
  needs: [],
  arguments: {
    session: required(session, "a session's name, folder or archive"),
    cell: required(text("cell"), "a cell, as in rows.csv, or a claim, as in claims.csv"),
    metric: optional(text("metric"), "one metric of it; all unless told"),
  },
  flags: { out: defaulting(sessionsFolder, SESSIONS, "where sessions lie") },
  async run({ session, out, ...choice }) {
    const explained = await unlessInterrupted(async () => {
      const { findSession } = await import("../../results/report/report_command.ts");
      const { explainRow } = await import("../../results/explain.ts");
      const { todaysClaims } = await import("./todays_claims.ts");
      return await explainRow(await findSession({ root: out, session }), { ...choice, judge: todaysClaims });
    });
    console.log(explained);
  },
});
