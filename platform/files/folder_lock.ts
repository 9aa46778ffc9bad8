/**
 * Lock that restricts a folder to one writer.
 *
 * @module
 */
import { join } from "node:path";
import { ConflictError, MissingError } from "../errors.ts";
import { systemCode } from "../system_error.ts";
import { writeFileDurably } from "./durable_files.ts";

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

function refusal(folder: string, holder: string, instead: string): ConflictError {
  return new ConflictError({
    action: `lock ${JSON.stringify(folder)}`,
    current: holder,
    wanted: "a folder that nobody writes",
    next: `wait for that process, end it, or ${instead}`,
  });
}

/** Writes who holds a folder. A full disk, where `gc` is to make room, takes a lock, but not a name. */
async function writeHolder(folder: string): Promise<void> {
  const holder: Holder = { pid: Deno.pid, host: hostName(), since: new Date().toISOString() };
  try {
    await writeFileDurably(join(folder, HOLDER_NAME), JSON.stringify(holder) + "\n");
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || systemCode(error) === undefined) throw error;
  }
}

/** Whether an open file still has its name: the holder before may have removed it with its folder. */
async function isStillAt(path: string, file: Deno.FsFile): Promise<boolean> {
  const own = await file.stat();
  const named = await Deno.stat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  return named !== undefined && named.ino === own.ino && named.dev === own.dev;
}

/** Runs work whose file or folder may be gone; returns `undefined` then. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  }
}

/**
 * Makes a folder that others may remove meanwhile: where one does between two steps of a recursive `mkdir`,
 * the error says that a file is in its place.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    const found = await unlessGone(Deno.stat(folder));
    if (found !== undefined && !found.isDirectory) throw error;
  }
}

/** Waits for the moment in which {@linkcode FolderLock.isHeld} of another process has the lock. */
const PROBES = { tries: 50, waitMs: 4 };

/** Takes a lock; where nobody has left a name beside it, who has it may only be looking. */
async function lockPatiently(file: Deno.FsFile, folder: string): Promise<boolean> {
  for (let tries = 1; !await tryLock(file, folder, "exclusive"); tries++) {
    if (tries === PROBES.tries || await unlessGone(Deno.stat(join(folder, HOLDER_NAME)))) return false;
    await new Promise((resolve) => setTimeout(resolve, PROBES.waitMs));
  }
  return true;
}

/** Milliseconds from one try to lock to the next, where the holder is waited for. */
const WAIT_MS = 250;

/** Attempts to lock a folder that others remove and make anew meanwhile. */
const ATTEMPTS = 10;

/**
 * Exclusive right to write in a folder. It is an advisory lock of the operating system on the file `.lock`,
 * which the system releases when the process ends in whatever way, so that no lock outlives its holder;
 * `.lock-holder.json` names the holder, in a separate file because Windows lets nobody read a locked one. The
 * empty `.lock` stays: only its holder removes it, with the folder.
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
   * @param instead What the user can do other than wait for the holder or end it.
   * @throws {ConflictError} Another process, or this one, holds the lock; the message names the holder.
   * @throws {MissingError} The folder's file system has no locks.
   */
  static async acquire(folder: string, instead = "name another session"): Promise<FolderLock> {
    const path = join(folder, LOCK_NAME);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await makeFolder(folder);
      const file = await unlessGone(Deno.open(path, { read: true, write: true, create: true }));
      if (file === undefined) continue;
      try {
        if (!await lockPatiently(file, folder)) throw refusal(folder, await readHolder(folder), instead);
        if (!await isStillAt(path, file)) {
          file.close();
          continue;
        }
        await writeHolder(folder);
        return new FolderLock(folder, file);
      } catch (error) {
        file.close();
        throw error;
      }
    }
    throw refusal(folder, "other processes, which remove it and make it anew", instead);
  }

  /**
   * Acquires the lock, and waits where another holds it.
   *
   * @param onWait Called once with the holder's name, before the first wait.
   * @param signal Ends the wait with its reason.
   * @throws {MissingError} The folder's file system has no locks.
   */
  static async wait(
    folder: string,
    onWait: (holder: string) => void,
    signal?: AbortSignal,
  ): Promise<FolderLock> {
    for (let hasTold = false;; hasTold = true) {
      signal?.throwIfAborted();
      try {
        return await FolderLock.acquire(folder);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        if (!hasTold) onWait(error.parts.current);
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }

  /** Whether somebody holds the lock. Changes nothing, also where nothing can be written. */
  static async isHeld(folder: string): Promise<boolean> {
    using file = await unlessGone(Deno.open(join(folder, LOCK_NAME))) ?? null;
    return file !== null && !await tryLock(file, folder, "shared");
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

  /**
   * Releases the lock and removes the folder, where nothing but the lock is in it. Another process that locks
   * the folder meanwhile keeps it.
   */
  async removeEmptyFolder(): Promise<void> {
    const names = await Array.fromAsync(Deno.readDir(this.folder), ({ name }) => name);
    if (names.some((name) => !LOCK_FILES.includes(name))) return this.close();
    // Windows removes no open file.
    if (Deno.build.os === "windows") this.close();
    try {
      for (const name of [HOLDER_NAME, LOCK_NAME]) await unlessGone(Deno.remove(join(this.folder, name)));
      // From here on another process can make a lock of its own, with which the folder is not empty.
      await unlessGone(Deno.remove(this.folder));
    } catch (error) {
      if (systemCode(error) !== "ENOTEMPTY") throw error;
    } finally {
      this.#file?.close();
      this.#file = undefined;
    }
  }

  /**
   * Removes the folder with all that is in it, and releases the lock at the end, so that no other process can
   * begin to write in between.
   *
   * @param first Names of the files that go first, so that a removal that is cut short leaves nothing that
   * seems to be whole.
   */
  async removeFolder(first: readonly string[] = []): Promise<void> {
    const names = await Array.fromAsync(Deno.readDir(this.folder), ({ name }) => name);
    for (const name of [...first, ...names]) {
      if (LOCK_FILES.includes(name)) continue;
      await unlessGone(Deno.remove(join(this.folder, name), { recursive: true }));
    }
    await this.removeEmptyFolder();
  }

  /** Same as {@linkcode FolderLock.close}, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}

async function tryLock(file: Deno.FsFile, folder: string, kind: "exclusive" | "shared"): Promise<boolean> {
  try {
    return await file.tryLock(kind === "exclusive");
  } catch (cause) {
    throw new MissingError({
      action: `lock ${JSON.stringify(folder)}`,
      current: "a file system without file locks",
      wanted: "one that has them",
      next: "name a folder on a local disk with --out",
    }, { cause });
  }
}
