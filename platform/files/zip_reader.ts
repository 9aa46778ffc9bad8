/**
 * Reader of ZIP archives in memory, as `writeZip` and ordinary tools write them: entries stored or deflated,
 * sizes of 32 bits. Nothing is allocated from a size that the archive claims.
 *
 * @module
 */
import { crc32, inflateRawSync } from "node:zlib";
import { DataError } from "../errors.ts";
import { formatBytes } from "../text/bytes.ts";
import { plural } from "../text/plural.ts";

/** One file of an archive. */
export interface ZipMember {
  /** Path within the archive. */
  readonly path: string;
  /** Length that the directory claims; reading the file checks it. */
  readonly bytes: number;
  /**
   * Unpacks the file.
   *
   * @throws {DataError} It is longer or shorter than claimed, damaged, or of another checksum; the place
   * names it.
   */
  read(): Uint8Array;
}

const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;
const LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22;
/** Greatest length of the comment after the end record. */
const MAX_COMMENT = 65_535;
const STORED = 0, DEFLATED = 8;
const ENCRYPTED = 1;
/** Greatest ratio of deflate, which packs at most 258 bytes into two bits. */
const MAX_RATIO = 1032;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

function damaged(file: string, current: string): DataError {
  return new DataError({ file }, {
    current,
    wanted: "a whole ZIP archive with stored or deflated entries, below 4 GiB",
    next: "copy or download the archive again",
  });
}

/** Offset of the end record, which is followed by a comment of the length that it states. */
function findEnd(view: DataView, name: string): number {
  const least = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= least; at--) {
    const fits = view.getUint32(at, true) === END &&
      at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength;
    if (fits) return at;
  }
  throw damaged(name, "no directory at the end");
}

/** Packed bytes of an entry, after a local header whose lengths may differ from the directory's. */
function packedBytes(archive: Uint8Array, { offset, packed }: Entry, file: string): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
  if (offset + LOCAL_BYTES > archive.length || view.getUint32(offset, true) !== LOCAL) {
    throw damaged(file, "no entry where the directory says");
  }
  const begin = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (begin + packed > archive.length) throw damaged(file, "an entry that ends behind the archive");
  return archive.subarray(begin, begin + packed);
}

function unpack(archive: Uint8Array, entry: Entry, file: string): Uint8Array {
  const packed = packedBytes(archive, entry, file);
  const wanted = `${entry.bytes} bytes with checksum ${entry.crc.toString(16).padStart(8, "0")}`;
  const wrong = (current: string, cause?: unknown) =>
    new DataError(
      { file },
      { action: "unpack", current, wanted, next: "copy or download the archive again" },
      cause === undefined ? undefined : { cause },
    );
  let bytes = packed;
  if (entry.method === DEFLATED) {
    try {
      // One byte more than claimed distinguishes a longer file from one that fits.
      bytes = inflateRawSync(packed, { maxOutputLength: entry.bytes + 1 });
    } catch (cause) {
      const longer = (cause as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      throw wrong(longer ? "more bytes" : "damaged deflated data", cause);
    }
  }
  if (bytes.length !== entry.bytes) throw wrong(plural(bytes.length, "byte"));
  const sum = crc32(bytes);
  if (sum !== entry.crc) throw wrong(`checksum ${sum.toString(16).padStart(8, "0")}`);
  return bytes;
}

/**
 * Reads the directory of an archive.
 *
 * @param name The archive, for errors; a file in it is named `<name>/<path>`.
 * @param limit Most bytes that one file may claim.
 * @returns Files by path, in the directory's order, without folders.
 * @throws {DataError} It is no whole archive, an entry is encrypted or packed in another way, two have one
 * path, or one claims more bytes than its packed ones can hold or than `limit`.
 */
export function readZip(archive: Uint8Array, name: string, limit: number): Map<string, ZipMember> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length);
  const end = findEnd(view, name);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const members = new Map<string, ZipMember>();
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY) {
      throw damaged(name, "a damaged directory");
    }
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw damaged(name, "a damaged directory");
    const path = new TextDecoder().decode(archive.subarray(at + ENTRY_BYTES, nameEnd));
    const file = `${name}/${path}`;
    const flags = view.getUint16(at + 8, true);
    const entry: Entry = {
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    at = next;
    if (path.endsWith("/")) continue;
    if ((flags & ENCRYPTED) !== 0) throw damaged(file, "an encrypted entry");
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      throw damaged(file, `an entry packed by method ${entry.method}`);
    }
    const most = entry.method === STORED ? entry.packed : entry.packed * MAX_RATIO;
    if (entry.packed > archive.length || entry.bytes > most || entry.bytes > limit) {
      const claim = `${formatBytes(entry.bytes)} claimed for ${formatBytes(entry.packed)} packed`;
      throw new DataError({ file }, {
        current: claim,
        wanted: `what they can hold, and at most ${formatBytes(limit)}`,
        next: "copy or download the archive again",
      });
    }
    if (members.has(path)) throw damaged(file, "two entries of this path");
    members.set(path, { path, bytes: entry.bytes, read: () => unpack(archive, entry, file) });
  }
  return members;
}
