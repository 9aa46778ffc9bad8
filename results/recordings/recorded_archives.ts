/**
 * Recorded sessions: archives in the repository, in one folder a device.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ARCHIVE_SUFFIX } from "../store/session_path.ts";

/** Path of the recorded sessions within the repository. */
export const RECORDED = "results/recorded";

const FOLDER = fileURLToPath(new URL("../recorded", import.meta.url));

/** Entries of a folder by name; none where there is no such folder. */
async function entriesOf(folder: string): Promise<readonly Deno.DirEntry[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return entries.sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Paths of the recorded archives, by device and name. */
export async function recordedArchives(): Promise<string[]> {
  const found: string[] = [];
  for (const { name: device, isDirectory } of await entriesOf(FOLDER)) {
    if (!isDirectory) continue;
    for (const { name } of await entriesOf(join(FOLDER, device))) {
      if (name.endsWith(ARCHIVE_SUFFIX)) found.push(join(FOLDER, device, name));
    }
  }
  return found;
}
