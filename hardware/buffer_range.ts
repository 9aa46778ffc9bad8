/**
 * Ranges of bytes that a copy may name. Bytes outside of a buffer belong to another buffer, or to none.
 *
 * @module
 */
import { DeviceError } from "../platform/errors.ts";
import type { DeviceBuffer } from "./device.ts";

/**
 * Refuses a copy of bytes `[begin, end)` that begins between words, or leaves the buffer.
 *
 * @throws {DeviceError} for such a copy.
 */
export function assertRange(
  action: string,
  { label, bytes }: DeviceBuffer,
  { begin, end }: { readonly begin: number; readonly end: number },
): void {
  if (begin >= 0 && begin % 4 === 0 && end >= begin && end <= bytes && Number.isInteger(end)) return;
  throw new DeviceError({
    action: `${action} buffer "${label}"`,
    current: `bytes ${begin} to ${end}`,
    wanted: `from a multiple of 4 up to at most ${bytes}`,
    next: "name bytes that it has, or allocate a larger buffer",
  });
}
