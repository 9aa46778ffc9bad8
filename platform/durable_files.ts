/**
 * Files that survive a crash: documents that are replaced whole, logs that grow by whole pieces, and the lock
 * that keeps a folder to one writer.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { ConflictError, MissingError } from "./errors.ts";

/**
 * Makes the names in a folder durable. Not every system opens folders (Windows does not): there the OS sees
 * to it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using handle = await Deno.open(folder);
  await handle.sync();
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

/** What a program that is told to end at once must not leave behind. */
const unfinished = new Set<string>();

globalThis.addEventListener("unload", () => {
  for (const path of unfinished) {
    try {
      Deno.removeSync(path);
    } catch {
      // It was not there yet, or has its final name already.
    }
  }
});

/** Removes a temporary file when the program ends early, by a second Ctrl-C or by `Deno.exit`, until it is disposed of. */
export function removeAtExit(path: string): Disposable {
  unfinished.add(path);
  return {
    [Symbol.dispose]() {
      unfinished.delete(path);
    },
  };
}

/** Temporary files of {@linkcode writeFileDurably}; no write takes as long as this one is old. */
const TEMPORARY = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
const ABANDONED_MS = 3_600_000;

/** Removes what programs that were killed while they replaced a file of this folder have left behind. */
export async function removeAbandoned(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    // Another process may finish or remove it meanwhile.
    const written = await Deno.stat(path).then(({ mtime }) => mtime?.getTime() ?? 0, () => Infinity);
    if (Date.now() - written > ABANDONED_MS) await Deno.remove(path).catch(() => {});
  }
}

/**
 * Replaces a file's content as one step: readers, and whoever looks after a crash, find the old content or
 * the new one, never a part. The bytes are on the disk when the promise resolves. A relative path is relative
 * to the working folder; the folder must exist.
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
    // An open that is under way when the program ends would make the file after it was looked for.
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

/** Who holds a folder, as its holder file says. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

const LOCK_NAME = ".lock";
const HOLDER_NAME = ".lock-holder.json";

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
 * which the system drops when the process ends in whatever way, so that no lock outlives its holder;
 * `.lock-holder.json` says who that is, in a file of its own because Windows lets nobody read a locked one.
 * The empty `.lock` stays behind: removing it would let two processes lock two files of one name.
 *
 * @example
 * ```ts
 * const folder = await Deno.makeTempDir();
 * using lock = await FolderLock.acquire(folder);
 * if (lock.folder !== folder) throw new Error("lock");
 * ```
 */
export class FolderLock implements Disposable {
  /** The folder, as it was given to {@linkcode FolderLock.acquire}. */
  readonly folder: string;
  #file: Deno.FsFile | undefined;

  private constructor(folder: string, file: Deno.FsFile) {
    this.folder = folder;
    this.#file = file;
  }

  /**
   * Takes the lock, or fails at once. Creates the folder if it is absent.
   *
   * @throws {ConflictError} Somebody else holds it, in another process or in this one; the message names who.
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

  /** Gives the folder free. A second call does nothing. */
  close(): void {
    if (this.#file === undefined) return;
    try {
      Deno.removeSync(join(this.folder, HOLDER_NAME));
    } catch {
      // The folder may be gone; the lock is what counts.
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
