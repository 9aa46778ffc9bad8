/**
 * Where a session's files are read from: a folder as a run writes it, or an archive as `bundle` writes it.
 * Verbs that read a session take either.
 *
 * @module
 */
import { join } from "node:path";
import { openArchive } from "./session_archive.ts";
import { ARCHIVE_SUFFIX } from "./session_path.ts";

/** The files of one session, to read. */
export interface SessionSource {
  /** Path of the folder or the archive, as messages name it. */
  readonly path: string;
  /**
   * The bytes of a file; undefined where there is none.
   *
   * @param file Path within the session, its parts separated by `/`.
   * @throws {DataError} An archive's file is damaged.
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

/** Whether a path is that of an archive: a file of the right name. */
export async function isArchive(path: string): Promise<boolean> {
  if (!path.endsWith(ARCHIVE_SUFFIX)) return false;
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false);
}

/**
 * Opens a session's folder or archive. A folder that does not exist has no files.
 *
 * @throws {DataError} An archive is not whole, or none of a session.
 */
export async function openSource(path: string): Promise<SessionSource> {
  return await isArchive(path) ? await openArchive(path) : new SessionFolder(path);
}
