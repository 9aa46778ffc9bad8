/**
 * Writes the document of findings from recorded sessions, or from sessions that are named.
 *
 * @module
 */
import { basename, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { recordedArchives } from "../../results/recordings/recorded_archives.ts";
import { findSession } from "../../results/report/report_command.ts";
import { ARCHIVE_SUFFIX } from "../../results/store/session_path.ts";
import { knownAppendices, knownFindings } from "../papers.ts";
import { findingsText } from "./findings_text.ts";
import { readRecorded, type RecordedSession } from "./recorded_session.ts";
import { holdFindings } from "./stated_findings.ts";

const HOME = fileURLToPath(new URL("../..", import.meta.url));

/** Path by which readers find a session: within the repository without its suffix, else its name alone. */
function readersPath(file: string): string {
  const plain = file.endsWith(ARCHIVE_SUFFIX) ? file.slice(0, -ARCHIVE_SUFFIX.length) : file;
  const within = relative(HOME, plain);
  return within.startsWith("..") ? basename(resolve(plain)) : within.replaceAll("\\", "/");
}

/** Sessions to read, and where sessions lie that are named. */
export interface FindingsRequest {
  /** Names, folders or archives of sessions; the recorded ones when empty. */
  readonly sessions: readonly string[];
  /** Folder of sessions. */
  readonly root: string;
}

/**
 * The document of findings.
 *
 * @throws {MissingError} A named session does not exist.
 * @throws {DataError} A session is damaged.
 */
export async function findingsDocument({ sessions, root }: FindingsRequest): Promise<string> {
  const files = sessions.length === 0
    ? await recordedArchives()
    : await Promise.all(sessions.map((session) => findSession({ root, session })));
  const read: RecordedSession[] = [];
  for (const file of files) read.push(await readRecorded(file, readersPath(file)));
  return findingsText(holdFindings(knownFindings(), read), {
    appendices: knownAppendices(),
    sessions: read,
    areNamed: sessions.length > 0,
  });
}
