/**
 * Writes to open files. Errors of the operating system get the file's path: Deno names it where it opens a
 * file, not where a write fails later, as on a full disk.
 *
 * @module
 */
import { systemCode } from "../system_error.ts";

/**
 * Awaits work on an open file, and adds its path to an error of the operating system.
 *
 * @example
 * ```ts
 * const full = Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
 * const { message } = await namingFile("/rows.csv", Promise.reject(full)).catch((error) => error);
 * if (message !== "No space left on device: write '/rows.csv'") throw new Error(message);
 * ```
 */
export async function namingFile<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && systemCode(error) !== undefined) error.message += `: write '${path}'`;
    throw error;
  }
}

/** Writes all bytes to an open file, where the system may take a part at a time. */
export async function writeAll(path: string, file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += await namingFile(path, file.write(bytes.subarray(done)));
  }
}

/** Waits until everything that was written to an open file is on the disk. */
export async function syncFile(path: string, file: Deno.FsFile): Promise<void> {
  await namingFile(path, file.sync());
}
