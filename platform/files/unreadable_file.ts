/**
 * Error for a file that a user names and that cannot be read.
 *
 * @module
 */
import { dirname, isAbsolute, resolve } from "node:path";
import { UsageError } from "../errors.ts";

/**
 * Converts a failure to read the file that a user named. Of an absent file with a relative path the message
 * says where it was looked for: a task of Deno runs in this repository, from whatever folder it is started.
 *
 * @param action Action that failed, in the infinitive.
 *
 * @example
 * ```ts
 * import { unreadableFile } from "./unreadable_file.ts";
 * const { parts } = unreadableFile("read a.txt", "/a.txt", new Deno.errors.NotFound());
 * if (parts.current !== "no such file") throw new Error("the path says where");
 * ```
 */
export function unreadableFile(action: string, file: string, cause: Error): UsageError {
  const absent = isAbsolute(file)
    ? "no such file"
    : `no such file in ${JSON.stringify(dirname(resolve(file)))}`;
  return new UsageError({
    action,
    current: cause instanceof Deno.errors.NotFound ? absent : cause.message,
    wanted: "a file that can be read",
    next: "correct its path",
  }, { cause });
}
