/**
 * Ids that the vertices of a partition have in the user's file, by which other data of theirs can be joined.
 *
 * @module
 */
import { join } from "node:path";
import { type FileRecord, writeArray } from "./array_file.ts";

/** Name of the array, beside the manifest of the partition. */
export const ORIGINAL_IDS = "original_ids.npy";

/** Numbers of a slice. */
const SLICE_NUMBERS = 2 ** 18;

function* slicesOf(ids: Uint32Array): Generator<BigInt64Array> {
  for (let from = 0; from < ids.length; from += SLICE_NUMBERS) {
    yield BigInt64Array.from(ids.subarray(from, from + SLICE_NUMBERS), BigInt);
  }
}

/**
 * Writes the id in the file of each VID_o as int64; where there are none, it removes those of an earlier run.
 *
 * @returns size and checksum of the file; `undefined` where VID_o are the ids in the file.
 */
export async function writeOriginalIds(
  folder: string,
  ids: Uint32Array | undefined,
  signal?: AbortSignal,
): Promise<FileRecord | undefined> {
  const path = join(folder, ORIGINAL_IDS);
  if (ids === undefined) {
    await Deno.remove(path).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    return undefined;
  }
  const { record, synced } = await writeArray(
    path,
    { type: "i8", shape: [ids.length] },
    slicesOf(ids),
    signal,
  );
  await synced;
  return record;
}
