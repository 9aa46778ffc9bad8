/**
 * Writes NumPy arrays and ZIP archives, byte by byte.
 *
 * @module
 */
import { crc32, deflateRawSync } from "node:zlib";
import { bytesOf } from "./pickle_writer.ts";

const u16 = (value: number) => Uint8Array.of(value & 255, value >>> 8 & 255);
const u32 = (value: number) =>
  Uint8Array.of(value & 255, value >>> 8 & 255, value >>> 16 & 255, value >>> 24);
const u64 = (value: number) => bytesOf(u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32)));

/** A NumPy array file with this header dictionary. */
export function npyOf(header: string, data: Uint8Array, version: 1 | 2 | 3 = 1): Uint8Array<ArrayBuffer> {
  const fixed = version === 1 ? 10 : 12;
  const padded = header.padEnd(Math.ceil((fixed + header.length + 1) / 64) * 64 - fixed - 1, " ") + "\n";
  const length = version === 1 ? u16(padded.length) : u32(padded.length);
  return bytesOf("\x93NUMPY", version, 0, length, padded, data);
}

type Numbers = Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array | Uint16Array;

/** A NumPy array of these numbers. */
export function npy(
  dtype: string,
  values: Numbers,
  shape: readonly number[] = [values.length],
): Uint8Array<ArrayBuffer> {
  const extents = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const data = new Uint8Array(values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength));
  return npyOf(`{'descr': '${dtype}', 'fortran_order': False, 'shape': (${extents}), }`, data);
}

/** 64-bit integers, as NumPy's default on Linux. */
export function int64s(values: readonly number[], shape?: readonly number[]): Uint8Array<ArrayBuffer> {
  return npy("<i8", BigInt64Array.from(values, BigInt), shape);
}

/** Options of an archive. */
export interface ZipOptions {
  /** Packing of the entries; `deflated` by default. */
  readonly method?: "stored" | "deflated";
  /** Whether sizes and offsets are 64-bit. */
  readonly wide?: boolean;
  /** Behind the end record. */
  readonly comment?: string;
}

/** A ZIP archive of these files. */
export function zip(
  files: Readonly<Record<string, Uint8Array>>,
  options: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const { method = "deflated", wide = false, comment = "" } = options;
  const code = method === "stored" ? 0 : 8;
  const locals: Uint8Array[] = [], directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = method === "stored" ? content : new Uint8Array(deflateRawSync(content));
    const sum = crc32(content);
    const sizes = wide ? [u32(0xffffffff), u32(0xffffffff)] : [u32(packed.length), u32(content.length)];
    const extra = bytesOf(u16(1), u16(16), u64(content.length), u64(packed.length));
    const local = bytesOf(
      "PK\x03\x04",
      u16(20),
      u16(0),
      u16(code),
      u32(0),
      u32(sum),
      ...sizes,
      u16(name.length),
      u16(wide ? extra.length : 0),
      name,
      wide ? extra : "",
      packed,
    );
    const wideExtra = bytesOf(u16(1), u16(24), u64(content.length), u64(packed.length), u64(at));
    directory.push(bytesOf(
      "PK\x01\x02",
      u16(20),
      u16(20),
      u16(0),
      u16(code),
      u32(0),
      u32(sum),
      ...sizes,
      u16(name.length),
      u16(wide ? wideExtra.length : 0),
      u16(0),
      u16(0),
      u16(0),
      u32(0),
      u32(wide ? 0xffffffff : at),
      name,
      wide ? wideExtra : "",
    ));
    locals.push(local);
    at += local.length;
  }
  const entries = bytesOf(...directory), count = directory.length;
  const end64 = bytesOf(
    "PK\x06\x06",
    u64(44),
    u16(45),
    u16(45),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(entries.length),
    u64(at),
    "PK\x06\x07",
    u32(0),
    u64(at + entries.length),
    u32(1),
  );
  const end = wide
    ? bytesOf("PK\x05\x06", u16(0), u16(0), u16(0xffff), u16(0xffff), u32(0xffffffff), u32(0xffffffff))
    : bytesOf("PK\x05\x06", u16(0), u16(0), u16(count), u16(count), u32(entries.length), u32(at));
  return bytesOf(...locals, entries, wide ? end64 : "", end, u16(comment.length), comment);
}
