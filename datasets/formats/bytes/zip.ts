/**
 * Reader of ZIP archives (PKWARE APPNOTE 6.3, with the 64-bit sizes of large ones): a directory at the end,
 * entries stored or deflated. Nothing is written to disk, and nothing is allocated from a size that the
 * archive claims.
 *
 * @module
 */
import { crc32 } from "node:zlib";
import { DataError } from "../../../platform/errors.ts";
import { bytesSource, readAllBytes, readRange, type SeekableSource } from "./byte_source.ts";
import type { ByteSource } from "./byte_source.ts";
import { ReadingBudget } from "./reading_budget.ts";
import { inPieces } from "./stream_pieces.ts";
import { plural } from "../../../platform/text/plural.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const END = 0x06054b50,
  END64_LOCATOR = 0x07064b50,
  END64 = 0x06064b50,
  ENTRY = 0x02014b50,
  LOCAL = 0x04034b50;
const END_BYTES = 22, ENTRY_BYTES = 46, LOCAL_BYTES = 30;
/** Greatest distance of the end record from the end: a comment of at most 65,535 bytes follows it. */
const MAX_TAIL = END_BYTES + 20 + 65_535;
/** Greatest size of a directory; that of a dataset has a few dozen entries. */
const MAX_DIRECTORY = 2 ** 22;
const STORED = 0, DEFLATED = 8;
const WIDE = 0xffffffff, WIDE_TAG = 1;

/** One file of an archive. */
export interface ZipEntry extends ByteSource {
  /** Path in the archive. */
  readonly path: string;
  /** Length that the directory claims; reading checks it. */
  readonly bytes: number;
  /**
   * The entry as something to seek in, for an archive within the archive: in place where it is stored, else
   * in memory.
   *
   * @throws {DataError} if it is deflated and longer than `limit`.
   */
  seekable(limit: number): Promise<SeekableSource>;
}

/** Directory of an archive. */
export interface ZipArchive {
  /** Name of the archive, for messages. */
  readonly name: string;
  /** All files, in the directory's order. */
  readonly entries: readonly ZipEntry[];
}

interface Place {
  readonly offset: number;
  readonly compressed: number;
  readonly bytes: number;
  readonly method: number;
  readonly crc: number;
}

/** Little-endian fields with a check of the range. */
class Fields {
  readonly #view: DataView;
  readonly #fail: () => never;

  constructor(bytes: Uint8Array, fail: () => never) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#fail = fail;
  }

  u16(at: number): number {
    return at + 2 <= this.#view.byteLength ? this.#view.getUint16(at, true) : this.#fail();
  }

  u32(at: number): number {
    return at + 4 <= this.#view.byteLength ? this.#view.getUint32(at, true) : this.#fail();
  }

  /** A 64-bit number that is exact as a float64. */
  u64(at: number): number {
    const value = this.u32(at) + this.u32(at + 4) * 2 ** 32;
    return Number.isSafeInteger(value) ? value : this.#fail();
  }
}

function damaged(file: string, current: string, offset?: number): DataError {
  return new DataError({ file, ...(offset === undefined ? {} : { offset }) }, {
    current,
    wanted: "a complete ZIP archive with stored or deflated entries",
    next: "write or download the file again",
  });
}

/** Finds offset and length of the directory, and the number of its entries. */
async function findDirectory(
  source: SeekableSource,
): Promise<{ offset: number; length: number; entries: number }> {
  const size = await source.size();
  const begin = Math.max(0, size - MAX_TAIL);
  const tail = await readRange(source, begin, MAX_TAIL);
  const fail = (): never => {
    throw damaged(source.name, "no directory at the end", begin);
  };
  const fields = new Fields(tail, fail);
  let at = tail.length - END_BYTES;
  while (at >= 0 && !(fields.u32(at) === END && at + END_BYTES + fields.u16(at + 20) === tail.length)) at--;
  if (at < 0) return fail();
  const found = { entries: fields.u16(at + 10), length: fields.u32(at + 12), offset: fields.u32(at + 16) };
  const wide = found.entries === 0xffff || found.length === WIDE || found.offset === WIDE;
  if (!wide || at < 20 || fields.u32(at - 20) !== END64_LOCATOR) return found;
  const record = new Fields(await readRange(source, fields.u64(at - 12), 56), fail);
  if (record.u32(0) !== END64) return fail();
  return { entries: record.u64(32), length: record.u64(40), offset: record.u64(48) };
}

/** Reads the 64-bit sizes of an entry, in the order of the 32-bit fields that are full. */
function widen(extra: Uint8Array, place: Place, fail: () => never): Place {
  const fields = new Fields(extra, fail);
  let at = 0;
  while (at + 4 <= extra.length && fields.u16(at) !== WIDE_TAG) at += 4 + fields.u16(at + 2);
  const end = at + 4 <= extra.length ? at + 4 + fields.u16(at + 2) : 0;
  let next = at + 4;
  const resolve = (value: number): number => {
    if (value !== WIDE) return value;
    if (next + 8 > end) return fail();
    next += 8;
    return fields.u64(next - 8);
  };
  const bytes = resolve(place.bytes), compressed = resolve(place.compressed);
  return { ...place, bytes, compressed, offset: resolve(place.offset) };
}

/** Finds the begin of an entry's data, after a local header whose lengths may differ from the directory's. */
async function dataOffset(archive: SeekableSource, place: Place, path: string): Promise<number> {
  const fail = (): never => {
    throw damaged(archive.name, `no entry ${JSON.stringify(path)} where the directory says`, place.offset);
  };
  const fields = new Fields(await readRange(archive, place.offset, LOCAL_BYTES), fail);
  if (fields.u32(0) !== LOCAL) return fail();
  const offset = place.offset + LOCAL_BYTES + fields.u16(26) + fields.u16(28);
  if (offset + place.compressed > await archive.size()) return fail();
  return offset;
}

/**
 * Checks a stream: it fails once longer than claimed, and at its end if it is shorter or has another
 * checksum.
 */
function checked(stream: ReadableStream<Bytes>, place: Place, name: string): ReadableStream<Bytes> {
  const reader = stream.getReader();
  let length = 0, sum = 0;
  const fail = (current: string, cause?: unknown): never => {
    throw new DataError({ file: name, offset: length }, {
      action: "unpack",
      current,
      wanted: `${plural(place.bytes, "byte")} with checksum ${place.crc.toString(16)}`,
      next: "download the archive again",
    }, cause === undefined ? undefined : { cause });
  };
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const read = await reader.read().catch((cause) => fail("corrupt deflated data", cause));
      if (read.done) {
        if (length !== place.bytes) fail(plural(length, "byte"));
        if (sum !== place.crc) fail(`checksum ${sum.toString(16)}`);
        return controller.close();
      }
      length += read.value.length;
      if (length > place.bytes) {
        await reader.cancel().catch(() => {});
        fail("more bytes");
      }
      sum = crc32(read.value, sum);
      controller.enqueue(read.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function entryOf(archive: SeekableSource, path: string, place: Place): ZipEntry {
  const name = `${archive.name}/${path}`;
  const fileBytes = () => archive.fileBytes();
  const size = () => Promise.resolve(place.bytes);
  const open = async (): Promise<ReadableStream<Bytes>> => {
    // The directory's claim is accepted within the budget: reading never delivers more than that.
    new ReadingBudget(name, await fileBytes()).assertFits(place.bytes, "a larger entry", {
      offset: place.offset,
    });
    const offset = await dataOffset(archive, place, path);
    const packed = inPieces(await archive.open(offset), place.compressed);
    const stream = place.method === STORED
      ? packed
      : packed.pipeThrough(new DecompressionStream("deflate-raw"));
    return checked(stream, place, name);
  };
  return {
    name,
    path,
    bytes: place.bytes,
    size,
    fileBytes,
    open,
    async seekable(limit) {
      if (place.method !== STORED) {
        return bytesSource(
          name,
          await readAllBytes({ name, open, size, fileBytes }, limit),
          await fileBytes(),
        );
      }
      const begin = await dataOffset(archive, place, path);
      const { compressed } = place;
      return {
        name,
        size: () => Promise.resolve(compressed),
        fileBytes,
        open: async (offset = 0) => {
          const at = Math.min(offset, compressed);
          return inPieces(await archive.open(begin + at), compressed - at);
        },
      };
    },
  };
}

/**
 * Reads the directory of an archive.
 *
 * @throws {DataError} if the file is no complete archive, or has entries that are encrypted or packed in
 * other ways.
 */
export async function openZip(source: SeekableSource): Promise<ZipArchive> {
  const { offset, length, entries: count } = await findDirectory(source);
  let at = 0;
  const fail = (): never => {
    throw damaged(source.name, "a damaged directory", offset + at);
  };
  if (length > MAX_DIRECTORY || length < count * ENTRY_BYTES) fail();
  const directory = await readRange(source, offset, length);
  if (directory.length < length) fail();
  const fields = new Fields(directory, fail);
  const entries = new Map<string, ZipEntry>();
  for (let i = 0; i < count; i++) {
    if (fields.u32(at) !== ENTRY) fail();
    const flags = fields.u16(at + 8), method = fields.u16(at + 10);
    const nameEnd = at + ENTRY_BYTES + fields.u16(at + 28);
    const extraEnd = nameEnd + fields.u16(at + 30);
    if (extraEnd > directory.length) fail();
    const path = new TextDecoder().decode(directory.subarray(at + ENTRY_BYTES, nameEnd));
    const narrow = {
      method,
      crc: fields.u32(at + 16),
      compressed: fields.u32(at + 20),
      bytes: fields.u32(at + 24),
      offset: fields.u32(at + 42),
    };
    const place = widen(directory.subarray(nameEnd, extraEnd), narrow, fail);
    const entryAt = offset + at;
    at = extraEnd + fields.u16(at + 32);
    if (path.endsWith("/")) continue;
    if ((flags & 1) !== 0 || (method !== STORED && method !== DEFLATED)) {
      throw damaged(
        source.name,
        `${JSON.stringify(path)} ${(flags & 1) !== 0 ? "encrypted" : `packed by method ${method}`}`,
        entryAt,
      );
    }
    if (method === STORED && place.compressed !== place.bytes) fail();
    if (entries.has(path)) throw damaged(source.name, `two entries ${JSON.stringify(path)}`, entryAt);
    entries.set(path, entryOf(source, path, place));
  }
  return { name: source.name, entries: [...entries.values()] };
}
