/**
 * The verb `table`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { choice, text } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required } from "../../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "../store/session_values.ts";
import { TABLE_CONTENTS, TABLE_FORMATS } from "./table_choice.ts";

/** Prints an artifact's tables for a paper. */
export const tableVerb = defineVerb({
  name: "table",
  description: "an artifact as a table for a paper: Markdown, LaTeX (booktabs) or CSV",
  needs: [],
  arguments: {
    session: required(session, "a session's name, folder or archive"),
    subject: optional(text("paper"), "a paper or a suite, such as hetu-gnn; all unless told"),
  },
  flags: {
    artifact: optional(text("name"), 'one table or figure, such as "figure 8"'),
    content: defaulting(
      choice("content", TABLE_CONTENTS),
      "measured",
      "measured (a row a workload, a column a contender), published (beside measured ones) or claims",
    ),
    metric: optional(
      text("metric"),
      "one metric of measured tables; the first that a suite draws unless told",
    ),
    format: defaulting(choice("format", TABLE_FORMATS), "markdown", "markdown, latex or csv"),
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
  },
  async run({ session, format, out, ...choice }) {
    const printed = await unlessInterrupted(async () => {
      const { findSession } = await import("../report/report_command.ts");
      const { readSession } = await import("../store/store.ts");
      const { chooseTables } = await import("./choose_tables.ts");
      const { printTable } = await import("./formats.ts");
      const contents = await readSession(await findSession({ root: out, session }));
      return chooseTables(contents, choice).map((table) => printTable(table, format)).join("\n\n");
    });
    console.log(printed);
  },
});
