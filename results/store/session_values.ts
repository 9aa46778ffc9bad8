/**
 * Sessions as values on a command line, for the verbs that read or write them.
 *
 * @module
 */
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Completion,
  folderToWrite,
  text,
  type ValueKind,
} from "../../platform/command_line/value_kind.ts";
import { ARCHIVE_SUFFIX, reportFolder, SITE_FOLDER } from "./session_path.ts";

/** Folder of session folders where none is named. */
export const SESSIONS = fileURLToPath(new URL("../sessions", import.meta.url));

/** Names that a run gives, which no shell takes for anything else. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Names of the session folders and archives in a folder. */
async function sessionNames(folder = SESSIONS): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
      const isSession = isDirectory || isSymlink || name.endsWith(ARCHIVE_SUFFIX);
      if (isSession && NAME.test(name) && name !== SITE_FOLDER) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
  }
  return names.sort();
}

const completes: Completion = { ask: "session", inSessions: true, values: sessionNames };

/** Paths of a session of that name in each folder of sessions, any of which may be a link. */
function within(name: string, folders: readonly string[]): string[] {
  const plain = basename(name) === name && !name.startsWith(".");
  return plain ? folders.map((folder) => resolve(folder, name)) : [];
}

/** Paths that a session of that path may have: folder, archive, and the report's folder beside an archive. */
function places(path: string): string[] {
  const full = resolve(path);
  const folder = full.endsWith(ARCHIVE_SUFFIX) ? full.slice(0, -ARCHIVE_SUFFIX.length) : full;
  const archive = `${folder}${ARCHIVE_SUFFIX}`;
  return [folder, archive, reportFolder(archive)];
}

/** A folder of session folders. */
export const sessionsFolder: ValueKind<string> = { ...folderToWrite, holdsSessions: true };

/** A session that a run creates or resumes: a name below the folder of sessions. */
export const sessionName: ValueKind<string> = {
  ...text("name", completes),
  opens: (name, folders) => ({ write: within(name, folders) }),
};

/** A session that is there: its name, folder or archive. */
export const session: ValueKind<string> = {
  ...text("session", completes),
  opens: (path, folders) => ({ write: [...places(path), ...within(path, folders)] }),
};

/** A session that becomes an archive, beside its folder unless told. */
export const sessionToPack: ValueKind<string> = {
  ...session,
  opens: (path, folders) => ({ write: [...places(path), ...within(path, folders), dirname(resolve(path))] }),
};
