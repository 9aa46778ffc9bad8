/**
 * Writing of a session's archive: a ZIP file of the session's files, with a manifest of their lengths and
 * SHA-256 digests.
 *
 * @module
 */
import { webSha256 } from "../../platform/files/web_digest.ts";
import { writeZip, type ZipFile } from "../../platform/files/zip_writer.ts";

/** Name of the manifest in an archive. */
export const MANIFEST_FILE = "manifest.json";

/** Version of the archive's layout. */
export const ARCHIVE_VERSION = 1;
/** The content of manifest.json. */
export interface ArchiveManifest {
  /** Version of the archive's layout. */
  readonly archive: number;
  /** Version of the tables' headers: that of the session. */
  readonly schema: number;
  /** Name of the session. */
  readonly session: string;
  /** Whether samples.csv has the samples of all comparisons. */
  readonly samples: "kept" | "not kept";
  /** Every other file of the archive, in its order. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** Formats the bytes of a session's archive: the same bytes for the same files. */
export async function formatArchive(
  files: readonly ZipFile[],
  { schema, session, samples }: Pick<ArchiveManifest, "schema" | "session" | "samples">,
): Promise<Uint8Array> {
  const manifest: ArchiveManifest = {
    archive: ARCHIVE_VERSION,
    schema,
    session,
    samples,
    files: await Promise.all(
      files.map(async ({ path, bytes }) => ({ path, bytes: bytes.length, sha256: await webSha256(bytes) })),
    ),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(manifest, null, 2) + "\n");
  return await writeZip([{ path: MANIFEST_FILE, bytes }, ...files]);
}
