/**
 * Words on a device beside words on the host.
 *
 * @module
 */
import type { Device, DeviceBuffer } from "./device.ts";

/** Place of the first of a buffer's words that is not the expected one; `undefined` where all are. */
export async function firstWordDifference<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  buffer: Buffer,
  expected: Uint32Array,
): Promise<number | undefined> {
  const words = new Uint32Array(await device.read(buffer, 4 * expected.length));
  for (let i = 0; i < expected.length; i++) if (words[i] !== expected[i]) return i;
  return undefined;
}
