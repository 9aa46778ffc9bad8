/**
 * List of the sessions in a folder, oldest first, with the data that can be read without rows.
 *
 * @module
 */
import { join } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import { systemError } from "../../platform/system_error.ts";
import { ARCHIVE_SUFFIX } from "../store/session_path.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { readSessionDocument } from "../store/session_reader.ts";
import { openSource } from "../store/session_source.ts";

/** A session folder or archive. */
export interface ListedSession {
  /** Path of the folder or archive. */
  readonly folder: string;
  /** Content of session.json. */
  readonly document: SessionDocument;
}

/** A session, or a part of one, that cannot be read. */
export interface UnreadableSession {
  /** Path of the folder or archive. */
  readonly folder: string;
  /** Reason, in one sentence. */
  readonly reason: string;
}

/** Content of a folder of sessions. */
export interface SessionList {
  /** Readable sessions, oldest first. */
  readonly sessions: readonly ListedSession[];
  /** Sessions of another schema, and damaged ones. */
  readonly unreadable: readonly UnreadableSession[];
}

/**
 * Reason why something cannot be read. Rethrows errors other than damage or a refusal of the system, which
 * are defects of ours.
 */
export function readingFailure(error: unknown, path: string): string {
  const known = error instanceof ReproError ? error : systemError(error, `read ${JSON.stringify(path)}`);
  if (known === undefined) throw error;
  return known.message;
}

/** Folders and archives directly below `root`, by name; none where there is no such folder. */
async function candidatesOf(root: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory, isFile } of Deno.readDir(root)) {
      if (isDirectory || (isFile && name.endsWith(ARCHIVE_SUFFIX))) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/**
 * Lists the sessions directly below `root`, folders and archives. An unreadable session does not hide the
 * others. An archive whose session's folder exists too is left out: the folder has all of its content, and
 * may have more.
 */
export async function listSessions(root: string): Promise<SessionList> {
  const listed: ListedSession[] = [];
  const unreadable: UnreadableSession[] = [];
  for (const name of await candidatesOf(root)) {
    const folder = join(root, name);
    try {
      const document = await readSessionDocument(await openSource(folder));
      if (document) listed.push({ folder, document });
    } catch (error) {
      unreadable.push({ folder, reason: readingFailure(error, folder) });
    }
  }
  const order = ({ document: { created, session } }: ListedSession) => `${created}\n${session}`;
  const isArchive = ({ folder }: ListedSession) => folder.endsWith(ARCHIVE_SUFFIX);
  const folders = new Set(listed.filter((each) => !isArchive(each)).map(order));
  const sessions = listed.filter((each) => !isArchive(each) || !folders.has(order(each)));
  sessions.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return { sessions, unreadable };
}

/** Names of the folders directly below `root` in which sessions lie, as in a folder of devices. */
export async function foldersOfSessions(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await candidatesOf(root)) {
    const below = name.endsWith(ARCHIVE_SUFFIX) ? undefined : await listSessions(join(root, name));
    if (below !== undefined && below.sessions.length > 0) found.push(name);
  }
  return found;
}
