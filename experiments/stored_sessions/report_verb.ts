/**
 * The verb `report`.
 *
 * @module
 */
import { dirname } from "node:path";
import { AGAIN } from "../../platform/command_line/interruptible.ts";
import { choice, folderToWrite } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { elementOf } from "../../platform/lists/element_of.ts";
import { listenForInterrupt } from "../../platform/interrupt.ts";
import { counted } from "../../platform/text/plural.ts";
import type { PictureStyle } from "../../results/pictures/picture_files.ts";
import { session, SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";

/** Rebuilds the report of a session from its rows. */
export const reportVerb = defineVerb({
  name: "report",
  description: "write a session's report, notebook and pictures anew from its rows",
  needs: [],
  arguments: { session: optional(session, "a session's name, folder or archive; the latest unless told") },
  flags: {
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
    to: optional(
      folderToWrite,
      "where the files go: the session's folder, or NAME-report beside an archive NAME.zip",
    ),
    style: optional(
      choice<PictureStyle>("style", ["screen", "print"]),
      "style of pictures: screen, in colour, or print, black on white for a column of 3.3 inches, in plots/print; " +
        "screen unless told",
    ),
    pictures: toggle("also draw every plot as PNG", { needs: () => ["pictures"] }),
    pdf: toggle("also draw every plot as PDF, for LaTeX: letters are outlines, so no font is needed", {
      needs: () => ["pictures"],
    }),
  },
  async run({ out, pictures = false, pdf = false, ...wanted }) {
    using interrupt = listenForInterrupt(AGAIN);
    const { rebuildReport } = await import("../../results/report/report_command.ts");
    const { todaysClaims } = await import("./todays_claims.ts");
    const { report, notebook, drawn, changed } = await rebuildReport({
      root: out,
      judge: todaysClaims,
      ...wanted,
      formats: [...pictures ? ["png" as const] : [], ...pdf ? ["pdf" as const] : []],
      signal: interrupt.signal,
    });
    console.log([report, notebook].join("\n"));
    if (changed.length > 0) {
      const claims = counted(changed.length, "claim has", "claims have");
      console.log(
        `${claims} another verdict by today's rules than on the session's day: the page says which`,
      );
    }
    for (const { format, files, reason } of drawn) {
      const pictures = `${format.toUpperCase()} ${files.length === 1 ? "picture" : "pictures"}`;
      console.log(reason || `${files.length} ${pictures} in ${dirname(elementOf(files, 0))}`);
    }
  },
});
