/**
 * Sources of a session's files: a folder as a run writes it, or an archive as `bundle` writes it. Verbs that
 * read a session accept either.
 *
 * @module
 */
import { join } from "node:path";
import { openArchive } from "./session_archive.ts";
import { ARCHIVE_SUFFIX } from "./session_path.ts";

/** Source of one session's files. */
export interface SessionSource {
  /** Path of the folder or archive, for messages. */
  readonly path: string;
  /**
   * Reads the bytes of a file; undefined where there is none.
   *
   * @param file Path within the session, its parts separated by `/`.
   * @throws {DataError} A file in an archive is damaged.
   */
  read(file: string): Promise<Uint8Array | undefined>;
}

class SessionFolder implements SessionSource {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(file: string): Promise<Uint8Array | undefined> {
    try {
      return await Deno.readFile(join(this.path, file));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
        return undefined;
      }
      throw error;
    }
  }
}

/** Whether a path is an archive: an existing file with the archive suffix. */
export async function isArchive(path: string): Promise<boolean> {
  if (!path.endsWith(ARCHIVE_SUFFIX)) return false;
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false);
}

/**
 * Opens a session's folder or archive. A folder that does not exist has no files.
 *
 * @throws {DataError} An archive is truncated, or is not a session's.
 */
export async function openSource(path: string): Promise<SessionSource> {
  return await isArchive(path) ? await openArchive(path) : new SessionFolder(path);
}
