/**
 * The verb `bundle`.
 *
 * @module
 */
import { unlessInterrupted } from "../platform/command_line/interruptible.ts";
import { fileToWrite } from "../platform/command_line/value_kind.ts";
import { defineVerb, optional, required, toggle } from "../platform/command_line/verb.ts";
import { formatBytes } from "../platform/text/bytes.ts";
import { SESSIONS, sessionToPack } from "./store/session_values.ts";

/** Packs a session. */
export const bundleVerb = defineVerb({
  name: "bundle",
  description:
    "a session as one archive with everything in it, which every verb reads as it reads the folder",
  needs: ["lock"],
  sessions: SESSIONS,
  arguments: { session: required(sessionToPack, "a session's name or folder") },
  flags: {
    out: optional(fileToWrite, "path of the archive, NAME.zip; beside the session's folder unless told"),
    json: toggle("print one JSON object"),
  },
  async run({ session, out, json }) {
    const { files, ...bundle } = await unlessInterrupted(async () => {
      const { bundleSession } = await import("./bundle.ts");
      return await bundleSession({ root: SESSIONS, session, ...(out !== undefined && { file: out }) });
    });
    const size = formatBytes(bundle.bytes);
    console.log(
      json ? JSON.stringify({ ...bundle, files }) : `${bundle.archive}\n${files.length} files, ${size}`,
    );
  },
});
