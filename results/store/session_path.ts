/**
 * Names of a session's archive and of the folders beside it.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";

/** Suffix of an archive's name. */
export const ARCHIVE_SUFFIX = ".zip";

/** Suffix of the name of a report's folder beside an archive. */
const REPORT_SUFFIX = "-report";

/** Name of the dashboard's folder in a folder of sessions. */
export const SITE_FOLDER = "site";

/**
 * Owner of a name that a new session must not have, since verbs take its folder for something else; undefined
 * where the name is free. Existing sessions of such names can be read.
 */
export function reservedFor(name: string): string | undefined {
  // Some disks do not tell capital letters from small ones.
  const plain = name.toLowerCase();
  if (plain.endsWith(ARCHIVE_SUFFIX)) return "an archive of a session";
  if (plain.endsWith(REPORT_SUFFIX)) return "the report beside an archive";
  return plain === SITE_FOLDER ? "the dashboard" : undefined;
}

/** Folder of a session's report: the session's own, or one beside an archive, which is never written into. */
export function reportFolder(session: string): string {
  if (!session.endsWith(ARCHIVE_SUFFIX)) return session;
  return join(dirname(session), `${basename(session, ARCHIVE_SUFFIX)}${REPORT_SUFFIX}`);
}
