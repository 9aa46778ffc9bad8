/**
 * Formats in which a device stores the numbers of a dense matrix: the one place that knows their bytes, their
 * rounding and their bits.
 *
 * @module
 */
import { assertFree } from "../platform/available_memory.ts";

/**
 * Format of stored numbers. Kernels add and write in `f32` whatever they read: `bf16`, the upper half of a
 * float32, halves the bytes of a matrix and keeps eight bits of a number's precision.
 */
export type NumberFormat = "f32" | "bf16";

/** Bytes of a number by format. */
export const NUMBER_BYTES: Readonly<Record<NumberFormat, number>> = { f32: 4, bf16: 2 };

/** Bits of float32 beyond which a number, without its sign, is NaN. */
const INFINITY_BITS = 0x7f80_0000;
/** Bit of a bf16 that makes a NaN quiet. */
const QUIET = 0x40;

/** The bits of an array's numbers: a number that is read as one loses the bits of a signalling NaN. */
export function floatBits(
  { buffer, byteOffset, length }: Float32Array<ArrayBufferLike>,
): Uint32Array<ArrayBufferLike> {
  return new Uint32Array(buffer, byteOffset, length);
}

/** Upper half of the bits of a float32, rounded to nearest, ties to even; NaN stays NaN. */
function bf16OfBits(bits: number): number {
  if ((bits & 0x7fff_ffff) > INFINITY_BITS) return bits >>> 16 | QUIET;
  return (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16;
}

/**
 * Packs numbers as bf16, rounded to nearest, ties to even. Infinities and NaN are kept; what is nearer to
 * 2^128 than to the largest bf16 becomes infinite.
 *
 * @throws {OutOfMemoryError} where so much memory is not free.
 * @example
 * ```ts
 * const [one, tie] = packBf16(Float32Array.of(1, 1 + 2 ** -8));
 * if (one !== 0x3f80 || tie !== 0x3f80) throw new Error("a tie goes to the even one");
 * ```
 */
export function packBf16(numbers: Float32Array<ArrayBufferLike>): Uint16Array<ArrayBuffer> {
  assertFree("pack numbers as bf16", 2 * numbers.length, `an array of ${numbers.length}`);
  const packed = new Uint16Array(numbers.length), bits = floatBits(numbers);
  for (let i = 0; i < bits.length; i++) packed[i] = bf16OfBits(bits[i]);
  return packed;
}

/** Numbers of packed bf16, exactly. */
export function unpackBf16(packed: Uint16Array<ArrayBufferLike>): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(packed.length), bits = floatBits(numbers);
  for (let i = 0; i < packed.length; i++) bits[i] = packed[i] << 16;
  return numbers;
}

/** Rounds numbers to bf16 without packing them, which would take half as much memory again. */
function roundBf16(numbers: Float32Array<ArrayBufferLike>): Float32Array<ArrayBuffer> {
  assertFree("round numbers to bf16", 4 * numbers.length, `an array of ${numbers.length}`);
  const rounded = new Float32Array(numbers.length), bits = floatBits(numbers), to = floatBits(rounded);
  for (let i = 0; i < bits.length; i++) to[i] = bf16OfBits(bits[i]) << 16;
  return rounded;
}

/**
 * Numbers as a format holds them: rounded to float32, then to the format. Float32 itself is not copied.
 *
 * @throws {OutOfMemoryError} where memory for a copy is not free.
 */
export function roundNumbers(
  format: NumberFormat,
  numbers: Float32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike>,
): Float32Array<ArrayBufferLike> {
  const single = numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
  switch (format) {
    case "f32":
      return single;
    case "bf16":
      return roundBf16(single);
    default:
      return format satisfies never;
  }
}
