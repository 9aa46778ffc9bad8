/**
 * Comparison of words on a device with words on the host.
 *
 * @module
 */
import type { Device, DeviceBuffer } from "./device.ts";

/**
 * Finds the first word of a buffer that differs from the expected one; `undefined` where all agree. The words
 * are compared in place where the host sees them.
 */
export async function firstWordDifference<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  buffer: Buffer,
  expected: Uint32Array,
): Promise<number | undefined> {
  const bytes = 4 * expected.length;
  const seen = device.view?.(buffer, bytes) ?? new Uint8Array(await device.read(buffer, bytes));
  const words = new Uint32Array(seen.buffer, seen.byteOffset, expected.length);
  for (let i = 0; i < expected.length; i++) if (words[i] !== expected[i]) return i;
  return undefined;
}
