/**
 * The verb `table`.
 *
 * @module
 */
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { choice, text } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required } from "../../platform/command_line/verb.ts";
import { counted } from "../../platform/text/plural.ts";
import { session, SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";
import type { SessionContents } from "../../results/store/store.ts";
import { TABLE_CONTENTS, TABLE_FORMATS } from "../../results/artifact_table/table_choice.ts";

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
      const { findSession } = await import("../../results/report/report_command.ts");
      const { readSession } = await import("../../results/store/store.ts");
      const { chooseTables } = await import("../../results/artifact_table/choose_tables.ts");
      const { printTable } = await import("../../results/artifact_table/formats.ts");
      const contents = await readSession(await findSession({ root: out, session }));
      if (choice.content === "claims") await noteTodays(contents);
      return chooseTables(contents, choice).map((table) => printTable(table, format)).join("\n\n");
    });
    console.log(printed);
  },
});

/** Says, beside the table, how many of a session's claims have another verdict by today's rules. */
async function noteTodays(contents: SessionContents): Promise<void> {
  const { todaysClaims } = await import("./todays_claims.ts");
  const { changedVerdicts } = await import("../../results/verdicts/changed_verdicts.ts");
  const { length } = changedVerdicts(contents.claims, todaysClaims(contents));
  if (length === 0) return;
  const claims = counted(length, "claim of the session has", "claims of the session have");
  console.error(
    `note: ${claims} another verdict by today's rules than on its day, which the table has; ` +
      "deno task report shows both",
  );
}
