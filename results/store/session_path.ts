/**
 * Names of a session's archive and of the folders beside it.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";

/** Suffix of an archive's name. */
export const ARCHIVE_SUFFIX = ".zip";

/** Suffix of the name of a report's folder beside an archive. */
export const REPORT_SUFFIX = "-report";

/** Name of the dashboard's folder in a folder of sessions. */
export const SITE_FOLDER = "site";

/** Folder of a session's report: the session's own, or one beside an archive, which is never written into. */
export function reportFolder(session: string): string {
  if (!session.endsWith(ARCHIVE_SUFFIX)) return session;
  return join(dirname(session), `${basename(session, ARCHIVE_SUFFIX)}${REPORT_SUFFIX}`);
}
