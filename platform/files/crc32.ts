/**
 * Cyclic redundancy check of 32 bits, as ZIP archives have it (polynomial 0xEDB88320, reflected).
 *
 * @module
 */

/** Remainders of all bytes. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/**
 * Check value of bytes, a whole number below 2^32.
 *
 * @example
 * ```ts
 * import { crc32 } from "./crc32.ts";
 * if (crc32(new TextEncoder().encode("123456789")) !== 0xcbf43926) throw new Error("the published value");
 * ```
 */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffff_ffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ TABLE[(remainder ^ byte) & 0xff]!;
  return (remainder ^ 0xffff_ffff) >>> 0;
}
