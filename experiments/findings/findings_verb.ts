/**
 * The verb `findings`.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileInPlace } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, several } from "../../platform/command_line/verb.ts";
import { session, SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";

/** The document in the repository. */
const DOCUMENT = join(fileURLToPath(new URL("../..", import.meta.url)), "FINDINGS.md");

/** Writes sentences that recorded rows make. */
export const findingsVerb = defineVerb({
  name: "findings",
  description:
    "sentences that recorded sessions show and no paper says, with numbers and doubts, as Markdown",
  needs: [],
  arguments: {
    sessions: several(session, "sessions by name, folder or archive; the recorded ones unless told"),
  },
  flags: {
    to: defaulting(
      fileInPlace,
      DOCUMENT,
      "where the Markdown goes; where sessions are named, to standard output unless told",
    ),
    out: defaulting(sessionsFolder, SESSIONS, "where sessions lie"),
  },
  async run({ sessions, to, out }, { typed }) {
    const text = await unlessInterrupted(async () => {
      const { findingsDocument } = await import("./findings_command.ts");
      return await findingsDocument({ sessions, root: out });
    });
    // The document in the repository is that of the recorded sessions.
    if (sessions.length > 0 && !typed.some((word) => /^--to(=|$)/.test(word))) {
      console.log(text.trimEnd());
      return;
    }
    await Deno.writeTextFile(to, text);
    console.log(to);
  },
});
