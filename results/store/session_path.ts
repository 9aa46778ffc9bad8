/**
 * Names of a session's archive and of the folder beside it.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";

/** Suffix of an archive's name. */
export const ARCHIVE_SUFFIX = ".zip";

/** Folder of a session's report: the session's own, or one beside an archive, which is never written into. */
export function reportFolder(session: string): string {
  if (!session.endsWith(ARCHIVE_SUFFIX)) return session;
  return join(dirname(session), `${basename(session, ARCHIVE_SUFFIX)}-report`);
}
