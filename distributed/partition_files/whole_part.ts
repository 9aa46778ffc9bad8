/**
 * Recognition of parts, and of partitions, that an earlier run has written to their end.
 *
 * @module
 */
import { join } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import { sha256File } from "../../platform/files/digest.ts";
import type { FileRecord } from "./array_file.ts";
import { MANIFEST, type PartitionManifest, readManifest } from "./manifest.ts";
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

/**
 * Manifest of a partition of which all files are as their manifests say; undefined where one is absent,
 * damaged or of another version. Files are hashed in slices.
 *
 * @param signal Ends the work between two parts, with its reason.
 */
export async function wholePartition(
  folder: string,
  signal?: AbortSignal,
): Promise<PartitionManifest | undefined> {
  const manifest = await readManifest(join(folder, MANIFEST), "partition").catch((error) => {
    if (error instanceof ReproError) return undefined;
    throw error;
  });
  if (manifest === undefined || manifest.parts.length !== manifest.shape.ranks) return undefined;
  for (const [rank, { manifest: record }] of manifest.parts.entries()) {
    signal?.throwIfAborted();
    const part = await wholePart(folder, rank, manifest.partition);
    if (part?.record.sha256 !== record.sha256) return undefined;
  }
  return manifest;
}
