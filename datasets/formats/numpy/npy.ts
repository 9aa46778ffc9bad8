/**
 * Reader of NumPy's array files (`.npy`, NEP 1, versions 1 to 3): a header and the values, read as a stream
 * of numbers. Never unpickles: arrays of objects are refused, and so are structures, big-endian numbers and
 * Fortran order.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { type NpyHeader, parseNpyHeader } from "./npy_header.ts";
import { readingBudget } from "../bytes/reading_budget.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * Called with values `first, first + 1, ...` of the array: the first `length` of `values`, which is reused.
 */
export type NpyVisitor = (values: Float64Array, first: number, length: number) => void;

/** Readers of numbers by type. */
const READERS: Readonly<Record<string, (view: DataView, at: number) => number>> = {
  b1: (view, at) => view.getUint8(at),
  u1: (view, at) => view.getUint8(at),
  i1: (view, at) => view.getInt8(at),
  u2: (view, at) => view.getUint16(at, true),
  i2: (view, at) => view.getInt16(at, true),
  u4: (view, at) => view.getUint32(at, true),
  i4: (view, at) => view.getInt32(at, true),
  u8: (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32,
  i8: (view, at) => view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32,
  f2: (view, at) => view.getFloat16(at, true),
  f4: (view, at) => view.getFloat32(at, true),
  f8: (view, at) => view.getFloat64(at, true),
};

/**
 * Greatest length of a header, as in NumPy. Headers are padded to 64 bytes; those of plain arrays have about
 * 80.
 */
const MAX_HEADER = 10_000;
/** Number of values passed on at once. */
const BATCH = 8192;

/** Error at a byte of the array's file. */
function damaged(
  source: ByteSource,
  offset: number,
  { next = "write or download the file again", ...state }: {
    readonly current: string;
    readonly wanted: string;
    readonly next?: string;
  },
): DataError {
  return new DataError({ file: source.name, offset }, { ...state, next });
}

/** Next step for an array that NumPy can write and this reader does not read. */
const SAVE_ANEW = "save numpy.ascontiguousarray(array, dtype) anew, with a dtype such as '<i8' or '<f4'";

/** Error at a value of an array. */
export function damagedValue(
  source: ByteSource,
  { dataOffset, itemBytes }: NpyHeader,
  index: number,
  state: { readonly current: string; readonly wanted: string },
): DataError {
  return damaged(source, dataOffset + index * itemBytes, state);
}

/** Refuses a header that claims more values than its file holds, or than the reading budget allows. */
async function assertHeld(
  source: ByteSource,
  { shape, count, itemBytes, dataOffset }: NpyHeader,
): Promise<void> {
  const size = await source.size();
  const held = size === undefined ? Infinity : Math.floor((size - dataOffset) / itemBytes);
  if (count > held) {
    throw damaged(source, size!, {
      current: plural(held, "value"),
      wanted: `${count}, as the header says of ${shape.join(" x ")}`,
    });
  }
  const budget = await readingBudget(source);
  budget.assertFits(count * itemBytes, `an array of ${shape.join(" x ")}`, { offset: dataOffset });
}

/** Opens an array: its header, and a stream of the bytes after it. */
async function openNpy(
  source: ByteSource,
): Promise<{ header: NpyHeader; rest: Uint8Array; reader: ReadableStreamDefaultReader<Uint8Array> }> {
  const reader = (await source.open()).getReader();
  let head = new Uint8Array(0);
  const need = async (length: number) => {
    while (head.length < length) {
      const read = await reader.read();
      if (read.done) {
        throw damaged(source, head.length, {
          current: `only ${plural(head.length, "byte")}`,
          wanted: "a NumPy array file",
        });
      }
      const longer = new Uint8Array(head.length + read.value.length);
      longer.set(head);
      longer.set(read.value, head.length);
      head = longer;
    }
  };
  try {
    await need(10);
    if (String.fromCharCode(...head.subarray(0, 6)) !== "\x93NUMPY" || head[6] < 1 || head[6] > 3) {
      throw damaged(source, 0, {
        current: "other first bytes",
        wanted: "a NumPy array file of version 1, 2 or 3",
      });
    }
    const begin = head[6] === 1 ? 10 : 12;
    await need(begin);
    const view = new DataView(head.buffer);
    const length = head[6] === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
    if (length > MAX_HEADER) {
      throw damaged(source, 8, {
        current: `a header of ${plural(length, "byte")}`,
        wanted: `at most ${MAX_HEADER}`,
      });
    }
    await need(begin + length);
    const text = new TextDecoder("latin1").decode(head.subarray(begin, begin + length));
    const parsed = parseNpyHeader(text, (current, at) => {
      throw damaged(source, begin + at, {
        current,
        wanted: "an array of little-endian numbers in row-major order",
        next: SAVE_ANEW,
      });
    });
    const header = { ...parsed, dataOffset: begin + length };
    await assertHeld(source, header);
    return { header, rest: head.subarray(begin + length), reader };
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  }
}

/** Reads the header alone. */
export async function readNpyHeader(source: ByteSource): Promise<NpyHeader> {
  const { header, reader } = await openNpy(source);
  await reader.cancel();
  return header;
}

/**
 * Visits all values in order, as float64 (64-bit integers beyond 2^53 are inexact, and no format has such).
 * `accept` sees the header first and may throw.
 *
 * @throws {DataError} if the file is not an array of numbers as described above, or has more or fewer values
 * than its header says.
 */
export async function forEachNpyBatch(
  source: ByteSource,
  accept: (header: NpyHeader) => void,
  visit: NpyVisitor,
): Promise<NpyHeader> {
  const { header, rest, reader } = await openNpy(source);
  try {
    accept(header);
    const { dtype, itemBytes, count } = header;
    const read = READERS[dtype];
    if (read === undefined) {
      throw damaged(source, 0, { current: `values of type ${dtype}`, wanted: "numbers" });
    }
    const batch = new Float64Array(BATCH);
    let carried = new Uint8Array(0), seen = 0;
    const consume = (chunk: Uint8Array) => {
      let bytes = chunk;
      if (carried.length > 0) {
        bytes = new Uint8Array(carried.length + chunk.length);
        bytes.set(carried);
        bytes.set(chunk, carried.length);
      }
      const whole = Math.floor(bytes.length / itemBytes);
      if (seen + whole > count || (seen + whole === count && bytes.length > whole * itemBytes)) {
        throw damaged(source, header.dataOffset + count * itemBytes, {
          current: "more bytes",
          wanted: plural(count, "value"),
        });
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let from = 0; from < whole;) {
        const length = Math.min(BATCH, whole - from);
        for (let i = 0; i < length; i++) batch[i] = read(view, (from + i) * itemBytes);
        visit(batch, seen, length);
        seen += length;
        from += length;
      }
      carried = bytes.slice(whole * itemBytes);
    };
    consume(rest);
    for (let next = await reader.read(); !next.done; next = await reader.read()) consume(next.value);
    if (seen !== count) {
      throw damagedValue(source, header, seen, {
        current: plural(seen, "value"),
        wanted: `${count}, as the header says`,
      });
    }
    return header;
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  }
}

/** Arrays that {@link readNpy} fills, by the name of their kind. */
export interface NpyTargets {
  /** Ids and offsets. */
  readonly uint32: Uint32Array<ArrayBuffer>;
  /** Signed integers. */
  readonly int32: Int32Array<ArrayBuffer>;
  /** Features. */
  readonly float32: Float32Array<ArrayBuffer>;
  /** Flags and small classes. */
  readonly uint8: Uint8Array<ArrayBuffer>;
}

const MAKERS = {
  uint32: (length: number) => new Uint32Array(length),
  int32: (length: number) => new Int32Array(length),
  float32: (length: number) => new Float32Array(length),
  uint8: (length: number) => new Uint8Array(length),
};
/** Least and greatest value of the integer arrays. */
const RANGES = { uint32: [0, 2 ** 32 - 1], int32: [-(2 ** 31), 2 ** 31 - 1], uint8: [0, 255] } as const;

/** An array of numbers with its shape. */
export interface NpyArray<Kind extends keyof NpyTargets> {
  /** Extent of every axis. */
  readonly shape: readonly number[];
  /** All values, row-major. */
  readonly values: NpyTargets[Kind];
}

/** Greatest magnitude that is finite as float32. */
const MAX_FLOAT32 = 3.4028234663852886e38;

/** Index of the first value that is not finite, or -1. */
function firstInfinite(values: Float64Array, length: number): number {
  for (let i = 0; i < length; i++) if (!(Math.abs(values[i]) <= MAX_FLOAT32)) return i;
  return -1;
}

/** Index of the first value that is not an integer of the range, or -1. */
function firstBeyond(
  values: Float64Array,
  length: number,
  [least, greatest]: readonly [number, number],
): number {
  for (let i = 0; i < length; i++) {
    if (!(values[i] >= least && values[i] <= greatest && Number.isInteger(values[i]))) return i;
  }
  return -1;
}

/** Name of a place: `value 7`, or `row 3, column 1` in an array of two axes. */
function placeName(index: number, shape: readonly number[]): string {
  if (shape.length !== 2) return `value ${index}`;
  return `row ${Math.floor(index / shape[1])}, column ${index % shape[1]}`;
}

/**
 * Reads a whole array into the requested type. The memory grows with the values that arrive, never with the
 * header's claim. Integers must fit; in a `float32` every number is rounded to that type, and must be finite.
 *
 * @throws {DataError} as {@link forEachNpyBatch}, and if the array has more than `limit` values, or naming
 * the first value that does not fit or is not finite.
 */
export async function readNpy<Kind extends keyof NpyTargets>(
  source: ByteSource,
  kind: Kind,
  limit: number,
): Promise<NpyArray<Kind>> {
  const range = kind === "float32" ? undefined : RANGES[kind as keyof typeof RANGES];
  const budget = await readingBudget(source);
  let values: NpyTargets[keyof NpyTargets] = MAKERS[kind](0);
  let opened: NpyHeader | undefined;
  const header = await forEachNpyBatch(source, (header) => {
    opened = header;
    const { count, shape, dataOffset } = header;
    const claim = `an array of ${shape.join(" x ")}`;
    if (count > limit) {
      throw damaged(source, dataOffset, { current: claim, wanted: `at most ${plural(limit, "value")}` });
    }
    budget.assertRoom(count * values.BYTES_PER_ELEMENT, claim, { offset: dataOffset });
  }, (batch, first, length) => {
    if (first + length > values.length) {
      const longer = MAKERS[kind](Math.min(Math.max(2 * values.length, first + length), opened!.count));
      longer.set(values);
      values = longer;
    }
    const wrong = range === undefined ? firstInfinite(batch, length) : firstBeyond(batch, length, range);
    if (wrong >= 0) {
      throw damagedValue(source, opened!, first + wrong, {
        current: `${batch[wrong]} as ${placeName(first + wrong, opened!.shape)}`,
        wanted: range === undefined
          ? "finite numbers of 32 bits"
          : `whole numbers from ${range[0]} to ${range[1]}`,
      });
    }
    values.set(batch.subarray(0, length), first);
  });
  return { shape: header.shape, values: values.subarray(0, header.count) as NpyTargets[Kind] };
}
