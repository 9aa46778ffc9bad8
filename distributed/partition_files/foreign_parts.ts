/**
 * Files in the folder of a partition that somebody else has written, and that parts would replace.
 *
 * @module
 */
import { ConflictError } from "../../platform/errors.ts";
import { LOCK_FILES } from "../../platform/files/folder_lock.ts";
import { MANIFEST } from "./manifest.ts";
import { ORIGINAL_IDS } from "./original_ids.ts";

/** Names of a partition's files and folders, beside its manifest. */
const isOwnName = (name: string) => name === ORIGINAL_IDS || /^part-\d{4,}$/.test(name);

/**
 * Refuses a folder in which parts would be written over what this program did not write: it has neither a
 * manifest nor the file by which every run of this program locks a folder.
 *
 * @throws {ConflictError} naming the first such file or folder.
 */
export async function refuseForeignParts(folder: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  const found = names.sort().find(isOwnName);
  if (found === undefined || names.some((name) => name === MANIFEST || LOCK_FILES.includes(name))) return;
  throw new ConflictError({
    action: `write a partition into ${JSON.stringify(folder)}`,
    current: `${found} there, which this program did not write`,
    wanted: "an empty folder, or a partition to go on with",
    next: "name another folder",
  });
}
