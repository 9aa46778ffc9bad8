/**
 * The verb `bundle`: packs a session into one archive, which every verb reads like the session's folder.
 *
 * @module
 */
import { dirname, join, resolve } from "node:path";
import { writeFileDurably } from "../platform/files/durable_files.ts";
import { FolderLock } from "../platform/files/folder_lock.ts";
import { systemCode } from "../platform/system_error.ts";
import { UsageError } from "../platform/errors.ts";
import type { ZipFile } from "../platform/files/zip_writer.ts";
import { JOURNAL_FILE } from "./store/journal.ts";
import { NOTEBOOK_FILE } from "./notebook/notebook_files.ts";
import { PICTURE_FOLDER } from "./pictures/picture_files.ts";
import { REPORT_FILE } from "./report/foreign_files.ts";
import { findSession, type SessionChoice } from "./report/report_command.ts";
import { formatArchive, MANIFEST_FILE } from "./store/archive_manifest.ts";
import { ARCHIVE_SUFFIX } from "./store/session_path.ts";
import { noSession, readFinished, readSessionDocument, readTable } from "./store/session_reader.ts";
import { SESSION_FILE } from "./store/session_schema.ts";
import { isArchive, openSource } from "./store/session_source.ts";
import { CLAIMS, COMPARISONS, ROWS, SAMPLES } from "./store/tables.ts";

/** Files that come first in an archive, in this order; the others follow by their paths. */
const FIRST: readonly string[] = [
  SESSION_FILE,
  JOURNAL_FILE,
  ROWS.file,
  SAMPLES.file,
  COMPARISONS.file,
  CLAIMS.file,
  REPORT_FILE,
  NOTEBOOK_FILE,
];

/** Request to pack a session, with the path of the archive. */
export interface BundleRequest extends SessionChoice {
  /**
   * Path of the archive, which ends in `.zip`; by default beside the session's folder, with the folder's
   * name.
   */
  readonly file?: string;
  /**
   * Bytes above which the archive leaves out pictures, then notebook and page: `report` makes them anew. No
   * limit when absent.
   */
  readonly most?: number;
  /** Receives a sentence on each line that does not count; standard error by default. */
  readonly remark?: (text: string) => void;
}

/** An archive that was written. */
export interface Bundle {
  /** Path of the archive. */
  readonly archive: string;
  /** The session's name. */
  readonly session: string;
  /** Length of the archive in bytes. */
  readonly bytes: number;
  /** Paths of the files in it, without the manifest. */
  readonly files: readonly string[];
}

/** Paths of all files below a folder. Names that begin with a dot belong to locks and half-written files. */
async function* filesBelow(folder: string, prefix = ""): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (name.startsWith(".")) continue;
    if (isDirectory) yield* filesBelow(join(folder, name), `${prefix}${name}/`);
    else if (isFile) yield `${prefix}${name}`;
  }
}

/** Whether a path is a table, page or picture of the session, and not another file in its folder. */
function isOurs(path: string): boolean {
  return path !== MANIFEST_FILE && (path.startsWith(`${PICTURE_FOLDER}/`) || !path.includes("/"));
}

/** Files that a report writes from the others, in the order in which a small archive does without them. */
const MADE_ANEW: readonly ((path: string) => boolean)[] = [
  (path) => path.startsWith(`${PICTURE_FOLDER}/`),
  (path) => path === NOTEBOOK_FILE,
  (path) => path === REPORT_FILE,
];

function inOrder(a: string, b: string): number {
  const place = (path: string) => FIRST.indexOf(path) + 1 || FIRST.length + 1;
  return place(a) - place(b) || (a < b ? -1 : 1);
}

/** Bytes of a session's archive, packed from its folder without the remains of killed runs. */
async function pack(folder: string, most: number, remark: (text: string) => void) {
  const source = await openSource(folder);
  const document = await readSessionDocument(source);
  if (!document) throw noSession(folder);
  const { entries, repairs, remarks } = await readFinished(source);
  // Damaged files are not packed.
  await readTable(source, COMPARISONS);
  await readTable(source, CLAIMS);
  for (const text of remarks) remark(text);
  const repaired = new Map([
    [ROWS.file, repairs.rows],
    [SAMPLES.file, repairs.samples],
    [JOURNAL_FILE, repairs.journal],
  ]);
  const paths = (await Array.fromAsync(filesBelow(folder))).filter(isOurs).sort(inOrder);
  const files: ZipFile[] = [];
  for (const path of paths) {
    const text = repaired.get(path);
    const bytes = text === undefined ? await source.read(path) : new TextEncoder().encode(text);
    files.push({ path, bytes: bytes ?? new Uint8Array() });
  }
  const samples = entries.every(({ samplesKept }) => samplesKept !== false) ? "kept" : "not kept";
  const { schema, session } = document;
  const packed = async (kept: readonly ZipFile[]) => ({
    session,
    files: kept.map(({ path }) => path),
    bytes: await formatArchive(kept, { schema, session, samples }),
  });
  let result = await packed(files);
  for (const isMadeAnew of MADE_ANEW) {
    if (result.bytes.length <= most) break;
    const kept = files.filter(({ path }) => result.files.includes(path) && !isMadeAnew(path));
    if (kept.length === result.files.length) continue;
    result = await packed(kept);
    remark(
      `left out of the archive for its size: what report makes anew (${files.length - kept.length} files)`,
    );
  }
  return result;
}

/** Lock of a session's folder; none where this program cannot write there, and nobody else does. */
async function lockToRead(folder: string): Promise<FolderLock | undefined> {
  try {
    return await FolderLock.acquire(folder);
  } catch (error) {
    if (!/^(EROFS|EACCES)$/.test(systemCode(error) ?? "") || await FolderLock.isHeld(folder)) throw error;
    return undefined;
  }
}

/**
 * Writes a session as one archive: the same bytes for the same files.
 *
 * @throws {MissingError} There is no such session.
 * @throws {UsageError} The session is an archive already, or the archive's name does not end in `.zip`.
 * @throws {ConflictError} A run writes the session.
 * @throws {DataError} The session has another schema, or one of its files is damaged.
 */
export async function bundleSession(request: BundleRequest): Promise<Bundle> {
  const { remark = console.error, most = Infinity } = request;
  const folder = await findSession(request);
  const archive = request.file ?? `${resolve(folder)}${ARCHIVE_SUFFIX}`;
  const action = `bundle session ${JSON.stringify(folder)}`;
  if (await isArchive(folder)) {
    const next = "copy the archive, or name a folder";
    throw new UsageError({ action, current: "an archive already", wanted: "a session's folder", next });
  }
  if (!archive.endsWith(ARCHIVE_SUFFIX)) {
    const wanted = `a name that ends in ${ARCHIVE_SUFFIX}`;
    throw new UsageError({
      action,
      current: `the name ${archive}`,
      wanted,
      next: `--out ${archive}${ARCHIVE_SUFFIX}`,
    });
  }
  using _lock = await lockToRead(folder);
  const { bytes, ...packed } = await pack(folder, most, remark);
  await Deno.mkdir(dirname(archive), { recursive: true });
  await writeFileDurably(archive, bytes);
  return { archive, bytes: bytes.length, ...packed };
}
