/**
 * NumPy's array files (`.npy`, NEP 1, versions 1 to 3): a header and the values, read as a stream of numbers. Never
 * unpickles: arrays of objects are refused, and so are structures, big-endian numbers and Fortran order.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

/** What a header says. */
export interface NpyHeader {
  /** NumPy's type without its byte order: `f4`, `i8`, `b1`, `S3`. */
  readonly dtype: string;
  /** Bytes of one value. */
  readonly itemBytes: number;
  /** Extent of every axis; empty for a single value. Row-major. */
  readonly shape: readonly number[];
  /** Values in all. */
  readonly count: number;
}

/** Called with values `first, first + 1, ...` of the array: the first `length` of `values`, which is reused. */
export type NpyVisitor = (values: Float64Array, first: number, length: number) => void;

/** Types that are read as numbers. */
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

/** Headers are padded to 64 bytes; those of plain arrays have about 80. */
const MAX_HEADER = 65_536;
/** Ids and counts are 32-bit; features of the largest graph have 1e11 values, but are never read whole. */
const MAX_COUNT = 2 ** 40;
/** Values handed on at once. */
const BATCH = 8192;

function damaged(source: ByteSource, current: string, wanted: string): DataError {
  return new DataError({ file: source.name }, { current, wanted, next: "download the file again" });
}

/** The dictionary of a header: exactly the keys descr, fortran_order and shape, in any order. */
function parseHeader(text: string, source: ByteSource): NpyHeader {
  const fail = (current: string): never => {
    throw damaged(source, current, "an array of little-endian numbers in row-major order");
  };
  const body = /^\{(.*?),?\s*\}\s*$/s.exec(text)?.[1] ?? fail("no header dictionary");
  const field = (key: string, value: string): string =>
    new RegExp(`(?:^|,)\\s*'${key}'\\s*:\\s*(${value})\\s*(?=,|$)`).exec(body)?.[1] ??
      fail(`no plain ${key} in the header`);
  const descr = field("descr", "'[^']*'").slice(1, -1);
  const [, order, dtype] = /^([<>|=]?)([a-zA-Z][0-9]{0,6})$/.exec(descr) ?? fail("an unknown type");
  const itemBytes = Number(dtype.slice(1));
  if (dtype === "O") fail("an array of Python objects");
  if (order === ">" && itemBytes > 1) fail("big-endian numbers");
  if (READERS[dtype] === undefined && !/^S[0-9]+$/.test(dtype)) fail(`values of type ${dtype}`);
  const extents = field("shape", "\\([0-9, ]*\\)").slice(1, -1).split(",").map((part) => part.trim());
  if (extents.at(-1) === "") extents.pop();
  if (extents.length > 4 || !extents.every((part) => /^[0-9]{1,13}$/.test(part))) fail("another shape");
  const shape = extents.map(Number);
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (!(count <= MAX_COUNT)) fail(`an array of ${shape.join(" x ")}`);
  if (field("fortran_order", "True|False") === "True" && shape.length > 1) fail("Fortran order");
  return { dtype, itemBytes, shape, count };
}

/** The header, and a stream of the bytes behind it. */
async function openNpy(
  source: ByteSource,
): Promise<{ header: NpyHeader; rest: Uint8Array; reader: ReadableStreamDefaultReader<Uint8Array> }> {
  const reader = (await source.open()).getReader();
  let head = new Uint8Array(0);
  const need = async (length: number) => {
    while (head.length < length) {
      const read = await reader.read();
      if (read.done) throw damaged(source, `only ${head.length} bytes`, "a NumPy array file");
      const longer = new Uint8Array(head.length + read.value.length);
      longer.set(head);
      longer.set(read.value, head.length);
      head = longer;
    }
  };
  try {
    await need(10);
    if (String.fromCharCode(...head.subarray(0, 6)) !== "\x93NUMPY" || head[6] < 1 || head[6] > 3) {
      throw damaged(source, "other first bytes", "a NumPy array file of version 1, 2 or 3");
    }
    const begin = head[6] === 1 ? 10 : 12;
    await need(begin);
    const view = new DataView(head.buffer);
    const length = head[6] === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
    if (length > MAX_HEADER) throw damaged(source, `a header of ${length} bytes`, `at most ${MAX_HEADER}`);
    await need(begin + length);
    const header = parseHeader(
      new TextDecoder("latin1").decode(head.subarray(begin, begin + length)),
      source,
    );
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
 * Visits all values in order, as float64 (64-bit integers beyond 2^53 are not exact, and no format has such). `accept`
 * sees the header first and may throw.
 *
 * @throws {DataError} if the file is no array of numbers as described above, or has more or fewer values than it says.
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
    if (read === undefined) throw damaged(source, `values of type ${dtype}`, "numbers");
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
        throw damaged(source, "more bytes", `${count} values`);
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
    if (seen !== count) throw damaged(source, `${seen} values`, `${count}, as the header says`);
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
  /** Whole numbers with a sign. */
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

/**
 * Reads a whole array into the type that is asked for. The memory grows with the values that arrive, never with what a
 * header claims. Integers must fit; in a `float32` every number is as near as that type allows.
 *
 * @throws {DataError} as {@link forEachNpyBatch}, and if the array has more than `limit` values or a value does not fit.
 */
export async function readNpy<Kind extends keyof NpyTargets>(
  source: ByteSource,
  kind: Kind,
  limit: number,
): Promise<NpyArray<Kind>> {
  const range = kind === "float32" ? undefined : RANGES[kind as keyof typeof RANGES];
  let values: NpyTargets[keyof NpyTargets] = MAKERS[kind](0), wanted = 0;
  const header = await forEachNpyBatch(source, ({ count, shape }) => {
    if (count > limit) throw damaged(source, `an array of ${shape.join(" x ")}`, `at most ${limit} values`);
    wanted = count;
  }, (batch, first, length) => {
    if (first + length > values.length) {
      const longer = MAKERS[kind](Math.min(Math.max(2 * values.length, first + length), wanted));
      longer.set(values);
      values = longer;
    }
    if (range !== undefined) {
      for (let i = 0; i < length; i++) {
        if (!(batch[i] >= range[0] && batch[i] <= range[1] && Number.isInteger(batch[i]))) {
          throw damaged(
            source,
            `${batch[i]} as value ${first + i}`,
            `whole numbers from ${range[0]} to ${range[1]}`,
          );
        }
      }
    }
    values.set(batch.subarray(0, length), first);
  });
  return { shape: header.shape, values: values.subarray(0, header.count) as NpyTargets[Kind] };
}
