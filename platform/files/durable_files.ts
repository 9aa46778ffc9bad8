/**
 * Files that survive a crash: documents that are replaced whole, and logs that grow by whole pieces.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { replaceFile } from "./replace_file.ts";
import { syncFile, writeAll } from "./write_all.ts";

/**
 * Makes the names in a folder durable. Some systems do not open folders (Windows does not): there the OS does
 * this itself.
 */
async function syncFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  using handle = await Deno.open(folder);
  await syncFile(folder, handle);
}

/** Paths of temporary files and folders to remove when the program ends early. */
const unfinished = new Set<string>();

globalThis.addEventListener("unload", () => {
  for (const path of unfinished) {
    try {
      Deno.removeSync(path, { recursive: true });
    } catch {
      // The file does not exist yet, or has its final name already.
    }
  }
});

/**
 * Removes a temporary file or folder when the program ends early, by a second Ctrl-C or by `Deno.exit`, until
 * it is disposed of.
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
    await writeAll(path, file, typeof data === "string" ? new TextEncoder().encode(data) : data);
    await syncFile(path, file);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    // Nobody has asked for the temporary file.
    if (error instanceof Error) error.message = error.message.replaceAll(temporary, path);
    throw error;
  }
  await replaceFile(temporary, path).catch(async (error) => {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  });
  await syncFolder(folder);
}

/**
 * Appends a piece of text (whole lines, as a rule) with one write, and waits until it is on the disk. Creates
 * the file if it is absent. Where the disk takes only a part (it is full), the part is cut off again before
 * the error is thrown. For one writer: hold the folder's `FolderLock`.
 */
export async function appendDurably(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true });
  const { size } = await file.stat();
  try {
    await writeAll(path, file, new TextEncoder().encode(text));
    await syncFile(path, file);
  } catch (error) {
    // Where even that fails, the reader finds a torn line and drops it.
    await file.truncate(size).catch(() => {});
    throw error;
  }
  if (size === 0) await syncFolder(dirname(path));
}
