/**
 * NumPy arrays of a part on disk: written in slices with their digest, and read into memory only where shape
 * and size are those of the manifest.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { type ByteSource, fileSource } from "../../datasets/formats/bytes/byte_source.ts";
import { readNpyHeader } from "../../datasets/formats/numpy/npy.ts";
import type { NpyHeader } from "../../datasets/formats/numpy/npy_header.ts";
import { DataError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { syncFile, writeAll } from "../../platform/files/write_all.ts";
import { plural } from "../../platform/text/plural.ts";

/** Numbers by NumPy's name of their type: ids and offsets, or features. Both have four bytes. */
export interface Numbers {
  /** Ids, offsets and classes. */
  readonly u4: Uint32Array<ArrayBuffer>;
  /** Features, weights and targets. */
  readonly f4: Float32Array<ArrayBuffer>;
}

/** Type and shape of an array. */
export interface ArrayShape<Type extends keyof Numbers = keyof Numbers> {
  /** Type in NumPy's notation, little-endian. */
  readonly type: Type;
  /** Extent of every axis, row-major. */
  readonly shape: readonly number[];
}

/** Type and shape of an array that is written for the user alone: ids of eight bytes, too. */
export interface WrittenShape {
  /** Type in NumPy's notation, little-endian. */
  readonly type: keyof Numbers | "i8";
  /** Extent of every axis, row-major. */
  readonly shape: readonly number[];
}

/** Values that are written at once. */
export type ArraySlice = Uint32Array | Float32Array | BigInt64Array;

/** Facts by which a file is checked. */
export interface FileRecord {
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Advice for every file that does not match its manifest. */
export const WRITE_AGAIN = "run the same partition command again: it rewrites the parts that are damaged";

/** Bytes that are read or written at once. */
const SLICE_BYTES = 2 ** 22;
/** Bytes of a number that ranks read. */
const ITEM_BYTES = 4;
/** Multiple of the bytes before the values, and the bytes of magic text, version and length (NEP 1). */
const ALIGNMENT = 64, FIXED_BYTES = 10;

function extents(shape: readonly number[]): string {
  return shape.length === 1 ? `${shape[0]},` : shape.join(", ");
}

function headerOf({ type, shape }: WrittenShape): Uint8Array<ArrayBuffer> {
  const dictionary = `{'descr': '<${type}', 'fortran_order': False, 'shape': (${extents(shape)}), }`;
  const length = Math.ceil((FIXED_BYTES + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT - FIXED_BYTES;
  const header = new Uint8Array(FIXED_BYTES + length);
  header.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, length & 0xff, length >>> 8]);
  header.set(new TextEncoder().encode(dictionary.padEnd(length - 1, " ") + "\n"), FIXED_BYTES);
  return header;
}

/** Bytes of an array without copying them. */
function bytesOf({ buffer, byteOffset, byteLength }: ArraySlice): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** An array that is written, and perhaps not on the disk yet. */
export interface WrittenArray {
  /** Facts of the file. */
  readonly record: FileRecord;
  /** Resolves when all bytes are on the disk. */
  readonly synced: Promise<void>;
}

/**
 * Writes an array from slices of its values, which are used before the next one is asked for. The disk may
 * work on while the next array is made.
 *
 * @param signal Ends the work between two slices, with its reason; the file is then too short.
 * @throws {RangeError} if the slices have other than the shape's number of values, which is a defect.
 */
export async function writeArray(
  path: string,
  array: WrittenShape,
  slices: Iterable<ArraySlice>,
  signal?: AbortSignal,
): Promise<WrittenArray> {
  const file = await Deno.open(path, { write: true, create: true, truncate: true });
  try {
    const record = await writeSlices({ path, file }, array, slices, signal);
    const synced = syncFile(path, file).finally(() => file.close());
    // It may fail before anyone waits for it.
    synced.catch(() => {});
    return { record, synced };
  } catch (error) {
    file.close();
    throw error;
  }
}

async function writeSlices(
  { path, file }: { readonly path: string; readonly file: Deno.FsFile },
  array: WrittenShape,
  slices: Iterable<ArraySlice>,
  signal?: AbortSignal,
): Promise<FileRecord> {
  const hash = createHash("sha256");
  let bytes = 0;
  const write = async (chunk: Uint8Array) => {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      signal?.throwIfAborted();
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      hash.update(slice);
      await writeAll(path, file, slice);
    }
    bytes += chunk.length;
  };
  const header = headerOf(array);
  await write(header);
  for (const slice of slices) await write(bytesOf(slice));
  const itemBytes = array.type === "i8" ? 2 * ITEM_BYTES : ITEM_BYTES;
  const wanted = array.shape.reduce((product, extent) => product * extent, itemBytes);
  if (bytes - header.length !== wanted) throw new RangeError(`${bytes} bytes of values, wanted ${wanted}`);
  return { bytes, sha256: hash.digest("hex") };
}

function refusal(path: string, current: string, wanted: string, options?: ErrorOptions): DataError {
  return new DataError({ file: path }, { current, wanted, next: WRITE_AGAIN }, options);
}

/** Header of an array; faults come with advice for partitions. */
async function readHeader(source: ByteSource, path: string): Promise<NpyHeader> {
  try {
    return await readNpyHeader(source);
  } catch (cause) {
    if (!(cause instanceof DataError)) throw cause;
    throw refusal(path, cause.parts.current, cause.parts.wanted, { cause });
  }
}

/** Fills `bytes` from a file; returns whether the file had as many. */
async function fill(file: Deno.FsFile, bytes: Uint8Array): Promise<boolean> {
  for (let done = 0; done < bytes.length;) {
    const read = await file.read(bytes.subarray(done));
    if (read === null) return false;
    done += read;
  }
  return true;
}

/**
 * Reads an array in slices. Size, type and shape are compared before memory is taken, the checksum after it.
 *
 * @param record Size and checksum that the manifest states.
 * @throws {MissingError} if the file is absent or may not be read.
 * @throws {DataError} naming the file, if it is not the manifest's.
 */
export async function readArray<Type extends keyof Numbers>(
  path: string,
  { type, shape }: ArrayShape<Type>,
  record: FileRecord,
): Promise<Numbers[Type]> {
  const source = fileSource(path, path), size = await source.size();
  if (size !== record.bytes) {
    throw refusal(path, formatBytes(size), `${formatBytes(record.bytes)} of the manifest`);
  }
  const header = await readHeader(source, path);
  const count = shape.reduce((product, extent) => product * extent, 1);
  const held = `${header.shape.join(" x ")} values of type ${header.dtype}`;
  if (header.dtype !== type || header.shape.join() !== shape.join()) {
    throw refusal(path, held, `${shape.join(" x ")} of type ${type}, by the counts of the manifest`);
  }
  if (size !== header.dataOffset + count * ITEM_BYTES) {
    throw refusal(
      path,
      `${held} in ${plural(size, "byte")}`,
      `${header.dataOffset + count * ITEM_BYTES} bytes`,
    );
  }
  const values = type === "u4" ? new Uint32Array(count) : new Float32Array(count);
  const hash = createHash("sha256"), bytes = bytesOf(values), head = new Uint8Array(header.dataOffset);
  using file = await Deno.open(path);
  let whole = await fill(file, head);
  hash.update(head);
  for (let from = 0; from < bytes.length && whole; from += SLICE_BYTES) {
    const slice = bytes.subarray(from, from + SLICE_BYTES);
    whole = await fill(file, slice);
    hash.update(slice);
  }
  if (!whole) throw refusal(path, "fewer bytes than a moment ago", plural(size, "byte"));
  const sum = hash.digest("hex");
  if (sum !== record.sha256) throw refusal(path, `SHA-256 ${sum}`, `${record.sha256}, as the manifest says`);
  return values as Numbers[Type];
}
