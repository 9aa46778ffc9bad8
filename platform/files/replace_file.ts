/**
 * Renaming of a file over another, where a program may look at that one.
 *
 * @module
 */
import { systemCode } from "../system_error.ts";

/** Codes by which Windows refuses to replace a file that a program has open. */
const IN_USE: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);
/** Milliseconds before the tries after the first: in two and a half seconds a scanner has gone on. */
const WAITS_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1280];

/** System on which a file is replaced. */
export interface Replacing {
  /** Renames a file. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Kind of the system. */
  readonly os: typeof Deno.build.os;
}

/**
 * Renames a file over another. On Windows, where virus scanners and indexers open every file that was written
 * and nobody can replace it meanwhile, tries for some seconds.
 *
 * @throws {Error} of the operating system, where it still refuses.
 */
export async function replaceFile(
  from: string,
  to: string,
  { rename, os }: Replacing = { rename: Deno.rename, os: Deno.build.os },
): Promise<void> {
  for (const wait of os === "windows" ? WAITS_MS : []) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!IN_USE.has(systemCode(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  await rename(from, to);
}
