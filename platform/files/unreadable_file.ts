/**
 * Text for a file that is not there.
 *
 * @module
 */
import { dirname, isAbsolute, resolve } from "node:path";

/**
 * Says that a file is not there, and of a relative path where it was looked for: a task of Deno runs in this
 * repository, from whatever folder it is started.
 *
 * @example
 * ```ts
 * import { absentFileText } from "./absent_file.ts";
 * if (absentFileText(import.meta.filename!) !== "no such file") throw new Error("the path says where");
 * ```
 */
export function absentFileText(file: string): string {
  return isAbsolute(file) ? "no such file" : `no such file in ${JSON.stringify(dirname(resolve(file)))}`;
}
