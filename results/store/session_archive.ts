/**
 * Reading of a session's archive, which `archive_manifest.ts` writes.
 *
 * @module
 */
import { z } from "zod";
import { elementOf } from "../../platform/lists/element_of.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { DataError, MissingError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { readZip } from "../../platform/files/zip_reader.ts";
import { READABLE_SCHEMAS, READABLE_WORDS } from "../row.ts";
import { ARCHIVE_VERSION, type ArchiveManifest, MANIFEST_FILE } from "./archive_manifest.ts";
import { plural } from "../../platform/text/plural.ts";

/** Greatest length of a file, which is read into one text; texts end at half a GiB. */
const MOST_FILE_BYTES = 2 ** 29;
/**
 * Greatest length of a file over that of its archive, where recorded ones have up to 10, and bytes that are
 * allowed besides: a small archive unpacks to no gigabytes.
 */
const MOST_MULTIPLE = 64, ALLOWED_BYTES = 2 ** 24;
/** Greatest length of an archive, which is held in memory. */
const MOST_ARCHIVE_BYTES = 2 ** 30;

const manifestSchema = z.object({
  archive: z.literal(ARCHIVE_VERSION),
  schema: z.number().refine((version) => READABLE_SCHEMAS.includes(version)),
  session: z.string(),
  samples: z.enum(["kept", "not kept"]),
  files: z.array(z.object({ path: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
}) satisfies z.ZodType<ArchiveManifest>;

const NEXT = "copy or download the archive again, or write it anew with bundle";

function parseManifest(bytes: Uint8Array, path: string): ArchiveManifest {
  let current: string;
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (parsed.success) return parsed.data;
    const issue = elementOf(parsed.error.issues, 0);
    current = `${issue.path.join(".")}: ${issue.message}`;
  } catch {
    current = "no JSON";
  }
  const wanted = `a manifest of version ${ARCHIVE_VERSION} with ${READABLE_WORDS}`;
  throw new DataError({ file: path }, { current, wanted, next: "read it with the version that wrote it" });
}

async function readArchive(path: string): Promise<Uint8Array> {
  const { size } = await Deno.stat(path);
  if (size > MOST_ARCHIVE_BYTES) {
    throw new DataError({ file: path }, {
      current: formatBytes(size),
      wanted: `an archive of at most ${formatBytes(MOST_ARCHIVE_BYTES)}`,
      next: "unpack it, and name the folder",
    });
  }
  return await Deno.readFile(path);
}

/** An archive whose directory and manifest agree. */
export interface OpenArchive {
  /** Path of the archive. */
  readonly path: string;
  /** The archive's manifest. */
  readonly manifest: ArchiveManifest;
  /**
   * Reads a file's bytes; undefined where the manifest has no file of that path.
   *
   * @throws {DataError} The file is damaged or does not match the manifest; the place names it.
   */
  read(file: string): Promise<Uint8Array | undefined>;
}

/**
 * Opens an archive. Each file is unpacked when it is read, after its entry was checked.
 *
 * @throws {MissingError} The archive has no manifest, so it is not a session's.
 * @throws {DataError} The archive is truncated or of another version, or a file of the manifest is absent or
 * of another length.
 */
export async function openArchive(path: string): Promise<OpenArchive> {
  const archive = await readArchive(path);
  const limit = Math.min(MOST_FILE_BYTES, MOST_MULTIPLE * archive.length + ALLOWED_BYTES);
  const members = readZip(archive, path, limit);
  const first = members.get(MANIFEST_FILE);
  if (first === undefined) {
    throw new MissingError({
      action: `open session ${JSON.stringify(path)}`,
      current: `an archive without ${MANIFEST_FILE}`,
      wanted: "one that bundle has written",
      next: "name another session",
    });
  }
  const manifest = parseManifest(first.read(), `${path}/${MANIFEST_FILE}`);
  const digests = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  for (const file of manifest.files) {
    const claimed = members.get(file.path)?.bytes;
    if (claimed === file.bytes) continue;
    throw new DataError({ file: `${path}/${file.path}` }, {
      current: claimed === undefined ? "no such file in the archive" : plural(claimed, "byte"),
      wanted: `${plural(file.bytes, "byte")}, as ${MANIFEST_FILE} has it`,
      next: NEXT,
    });
  }
  const read = (file: string): Uint8Array | undefined => {
    const wanted = digests.get(file);
    if (wanted === undefined) return undefined;
    const bytes = members.get(file)!.read();
    const sum = sha256(bytes);
    if (sum === wanted) return bytes;
    throw new DataError({ file: `${path}/${file}` }, {
      current: `SHA-256 ${sum}`,
      wanted: `${wanted}, as ${MANIFEST_FILE} has it`,
      next: NEXT,
    });
  };
  return { path, manifest, read: (file) => Promise.try(read, file) };
}
