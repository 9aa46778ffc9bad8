/**
 * Files that survive a crash: documents that are replaced whole, logs that grow by whole pieces, and the lock
 * that restricts a folder to one writer.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { ConflictError, MissingError } from "../errors.ts";

/**
 * Makes the names in a folder durable. Some systems do not open folders (Windows does not): there the OS does
 * this itself.
 */
async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using handle = await Deno.open(folder);
  await handle.sync();
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

/** Paths of temporary files to remove when the program ends early. */
const unfinished = new Set<string>();

globalThis.addEventListener("unload", () => {
  for (const path of unfinished) {
    try {
      Deno.removeSync(path);
    } catch {
      // The file does not exist yet, or has its final name already.
    }
  }
});

/**
 * Removes a temporary file when the program ends early, by a second Ctrl-C or by `Deno.exit`, until it is
 * disposed of.
 */
export function removeAtExit(path: string): Disposable {
  unfinished.add(path);
  return {
    [Symbol.dispose]() {
      unfinished.delete(path);
    },
  };
}

/** Names of temporary files of {@linkcode writeFileDurably}. */
const TEMPORARY = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Age in milliseconds from which a temporary file is abandoned; no write takes as long. */
const ABANDONED_MS = 3_600_000;

/**
 * Removes the temporary files of programs that were killed while they replaced a file of this folder.
 *
 * @param olderThanMs Age from which a file is abandoned; 0 for a folder that nobody else writes now.
 */
export async function removeAbandoned(folder: string, olderThanMs = ABANDONED_MS): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    // Another process may finish or remove it meanwhile.
    const written = await Deno.stat(path).then(({ mtime }) => mtime?.getTime() ?? 0, () => Infinity);
    if (Date.now() - written >= olderThanMs) await Deno.remove(path).catch(() => {});
  }
}

/**
 * Replaces a file's content in one step: readers, also after a crash, find the old content or the new one,
 * never a part. The bytes are on the disk when the promise resolves. A relative path is relative to the
 * working folder; the folder must exist.
 *
 * @example
 * ```ts
 * await writeFileDurably(await Deno.makeTempFile(), "whole or not at all");
 * ```
 */
export async function writeFileDurably(path: string, data: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${crypto.randomUUID()}.tmp`);
  using _ = removeAtExit(temporary);
  try {
    // An open that is under way when the program ends would create the file after the check for it.
    using file = Deno.openSync(temporary, { write: true, createNew: true });
    await writeAll(file, typeof data === "string" ? new TextEncoder().encode(data) : data);
    await file.sync();
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
  await Deno.rename(temporary, path).catch(async (error) => {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  });
  await syncFolder(folder);
}

/**
 * Appends a piece of text (whole lines, as a rule) with one write, and waits until it is on the disk. Creates
 * the file if it is absent. Where the disk takes only a part (it is full), the part is cut off again before
 * the error is thrown. For one writer: hold the folder's {@linkcode FolderLock}.
 */
export async function appendDurably(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true });
  const { size } = await file.stat();
  try {
    await writeAll(file, new TextEncoder().encode(text));
    await file.sync();
  } catch (error) {
    await file.truncate(size);
    throw error;
  }
  if (size === 0) await syncFolder(dirname(path));
}

/** Holder of a folder, as its holder file says. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

const LOCK_NAME = ".lock";
const HOLDER_NAME = ".lock-holder.json";
/** Names of the files that a lock has in its folder. */
export const LOCK_FILES: readonly string[] = [LOCK_NAME, HOLDER_NAME];

function hostName(): string {
  try {
    return Deno.hostname();
  } catch {
    return "unknown host";
  }
}

async function readHolder(folder: string): Promise<string> {
  try {
    const holder = JSON.parse(await Deno.readTextFile(join(folder, HOLDER_NAME))) as Holder;
    return `process ${holder.pid} on ${holder.host}, which has held it since ${holder.since}`;
  } catch {
    return "another process, which has not left its name";
  }
}

/**
 * Exclusive right to write in a folder. It is an advisory lock of the operating system on the file `.lock`,
 * which the system releases when the process ends in whatever way, so that no lock outlives its holder;
 * `.lock-holder.json` names the holder, in a separate file because Windows lets nobody read a locked one. The
 * empty `.lock` stays: removing it would let two processes lock two files of one name.
 *
 * @example
 * ```ts
 * const folder = await Deno.makeTempDir();
 * using lock = await FolderLock.acquire(folder);
 * if (lock.folder !== folder) throw new Error("lock");
 * ```
 */
export class FolderLock implements Disposable {
  /** Path of the folder, as given to {@linkcode FolderLock.acquire}. */
  readonly folder: string;
  #file: Deno.FsFile | undefined;

  private constructor(folder: string, file: Deno.FsFile) {
    this.folder = folder;
    this.#file = file;
  }

  /**
   * Acquires the lock, or fails immediately. Creates the folder if it is absent.
   *
   * @throws {ConflictError} Another process, or this one, holds the lock; the message names the holder.
   * @throws {MissingError} The folder's file system has no locks.
   */
  static async acquire(folder: string): Promise<FolderLock> {
    await Deno.mkdir(folder, { recursive: true });
    const file = await Deno.open(join(folder, LOCK_NAME), { read: true, write: true, create: true });
    try {
      if (!await tryLock(file, folder)) {
        throw new ConflictError({
          action: `lock ${JSON.stringify(folder)}`,
          current: await readHolder(folder),
          wanted: "a folder that nobody writes",
          next: "wait for that process, end it, or name another session",
        });
      }
      const holder: Holder = { pid: Deno.pid, host: hostName(), since: new Date().toISOString() };
      await writeFileDurably(join(folder, HOLDER_NAME), JSON.stringify(holder) + "\n");
      return new FolderLock(folder, file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Releases the lock. A second call does nothing. */
  close(): void {
    if (this.#file === undefined) return;
    try {
      Deno.removeSync(join(this.folder, HOLDER_NAME));
    } catch {
      // The folder may be gone; only the lock matters.
    }
    this.#file.close();
    this.#file = undefined;
  }

  /** Same as {@linkcode FolderLock.close}, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}

async function tryLock(file: Deno.FsFile, folder: string): Promise<boolean> {
  try {
    return await file.tryLock(true);
  } catch (cause) {
    throw new MissingError({
      action: `lock ${JSON.stringify(folder)}`,
      current: "a file system without file locks",
      wanted: "one that has them",
      next: "name a folder on a local disk with --out",
    }, { cause });
  }
}

/** Removes a folder in which there is nothing but the lock that its last holder has left. */
export async function removeUnlocked(folder: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  if (names.some((name) => name !== LOCK_NAME)) return;
  await Deno.remove(folder, { recursive: true });
}
