/**
 * Recognition of parts that an earlier run has written to their end.
 *
 * @module
 */
import { join } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import { sha256File } from "../../platform/files/digest.ts";
import type { FileRecord } from "./array_file.ts";
import { MANIFEST, readManifest } from "./manifest.ts";
import { arrayNames, partFolder } from "./part_layout.ts";
import type { WrittenPart } from "./write_part.ts";

async function matches(path: string, { bytes, sha256 }: FileRecord): Promise<boolean> {
  return (await Deno.stat(path)).size === bytes && await sha256File(path) === sha256;
}

/**
 * Recognises a part of which all files are as its manifest says; undefined otherwise. Files are hashed in
 * slices.
 *
 * @param partition Key of the partition that the part has to belong to.
 */
export async function wholePart(
  folder: string,
  rank: number,
  partition: string,
): Promise<WrittenPart | undefined> {
  const path = join(folder, partFolder(rank)), file = join(path, MANIFEST);
  try {
    const manifest = await readManifest(file, "part");
    if (manifest.partition !== partition || manifest.rank !== rank) return undefined;
    for (const name of arrayNames(manifest.shape)) {
      const record = manifest.files[name];
      if (record === undefined || !await matches(join(path, name), record)) return undefined;
    }
    const { size } = await Deno.stat(file);
    return { manifest, record: { bytes: size, sha256: await sha256File(file) }, kept: true };
  } catch (error) {
    if (error instanceof ReproError || error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
