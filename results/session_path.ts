/**
 * Names of a session's archive and of the folder beside it.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";

/** Names of archives end so. */
export const ARCHIVE_SUFFIX = ".zip";

/**
 * Folder that a session's report goes into: the session's own, or one beside an archive, which nothing writes
 * into.
 */
export function reportFolder(session: string): string {
  if (!session.endsWith(ARCHIVE_SUFFIX)) return session;
  return join(dirname(session), `${basename(session, ARCHIVE_SUFFIX)}-report`);
}
