/**
 * Writer of ZIP archives (PKWARE APPNOTE 6.3): the same bytes for the same files, whatever the clock and the
 * system.
 *
 * @module
 */
import { sumOf } from "../lists/sum_of.ts";
import { crc32 } from "./crc32.ts";
import { UsageError } from "../errors.ts";
import { plural } from "../text/plural.ts";

/** A file to be written into an archive. */
export interface ZipFile {
  /** Path within the archive, its parts separated by `/`. */
  readonly path: string;
  /** Content. */
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;
const LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22;
const STORED = 0, DEFLATED = 8;
/** Version of the format, 2.0, which has folders and deflate. */
const VERSION = 20;
/** Flag for names in UTF-8. */
const UTF8 = 1 << 11;
/** Date of all files: 1 January 1980, the first day that the format supports. */
const DATE = (1 << 5) | 1;
/** Limits of an archive: 64-bit sizes are not written, since a session's files have megabytes. */
const LARGEST = 0xffff_ffff, MOST_FILES = 0xffff;

interface Packed {
  readonly name: Uint8Array;
  readonly method: number;
  readonly data: Uint8Array;
  readonly bytes: number;
  readonly crc: number;
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return await new Response(stream.pipeThrough(new CompressionStream("deflate-raw"))).bytes();
}

async function pack({ path, bytes }: ZipFile): Promise<Packed> {
  const deflated = await deflate(bytes);
  const smaller = deflated.length < bytes.length;
  return {
    name: new TextEncoder().encode(path),
    method: smaller ? DEFLATED : STORED,
    data: smaller ? deflated : bytes,
    bytes: bytes.length,
    crc: crc32(bytes),
  };
}

/** Writes the fields that a local header and the directory's entry have in common, from the version on. */
function writeShared(view: DataView, at: number, { name, method, data, bytes, crc }: Packed): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, data.length, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, name.length, true);
}

function tooLarge(current: string): UsageError {
  return new UsageError({
    action: "write a ZIP archive",
    current,
    wanted: `at most ${MOST_FILES} files, each and all together of less than 4 GiB`,
    next: "pack fewer files",
  });
}

/**
 * Writes files as one archive, in the given order, all dated 1 January 1980.
 *
 * @throws {UsageError} The archive would need the 64-bit sizes of very large ones.
 *
 * @example
 * ```ts
 * const archive = await writeZip([{ path: "a.txt", bytes: new TextEncoder().encode("a") }]);
 * if (archive[0] !== 0x50 || archive[1] !== 0x4b) throw new Error("PK");
 * ```
 */
export async function writeZip(files: readonly ZipFile[]): Promise<Uint8Array> {
  if (files.length > MOST_FILES) throw tooLarge(plural(files.length, "file"));
  const packed = await Promise.all(files.map(pack));
  const sum = (bytes: (file: Packed) => number) => sumOf(packed, bytes);
  const directory = sum(({ name, data }) => LOCAL_BYTES + name.length + data.length);
  const length = sum(({ name }) => ENTRY_BYTES + name.length);
  const size = directory + length + END_BYTES;
  if (size > LARGEST || packed.some(({ bytes }) => bytes > LARGEST)) {
    throw tooLarge(`${plural(size, "byte")} packed`);
  }
  const archive = new Uint8Array(size);
  const view = new DataView(archive.buffer);
  let local = 0, entry = directory;
  for (const file of packed) {
    view.setUint32(local, LOCAL, true);
    writeShared(view, local + 4, file);
    archive.set(file.name, local + LOCAL_BYTES);
    archive.set(file.data, local + LOCAL_BYTES + file.name.length);
    view.setUint32(entry, ENTRY, true);
    view.setUint16(entry + 4, VERSION, true);
    writeShared(view, entry + 6, file);
    view.setUint32(entry + 42, local, true);
    archive.set(file.name, entry + ENTRY_BYTES);
    local += LOCAL_BYTES + file.name.length + file.data.length;
    entry += ENTRY_BYTES + file.name.length;
  }
  view.setUint32(entry, END, true);
  view.setUint16(entry + 8, files.length, true);
  view.setUint16(entry + 10, files.length, true);
  view.setUint32(entry + 12, length, true);
  view.setUint32(entry + 16, directory, true);
  return archive;
}
