/**
 * Writes from the host to a buffer, in pieces that the staging memory of an implementation holds.
 *
 * @module
 */
import type { DeviceData } from "../device.ts";
import type { WebGpuRuntime } from "./implementation.ts";

/** Most bytes of one `writeBuffer`, which copies through staging memory. */
const WRITE_PIECE = 64 * 2 ** 20;

/** Bytes as Dawn can read them: shared memory ends the process (segmentation fault, `webgpu` 0.6.2). */
function unshared(bytes: Uint8Array<ArrayBuffer>, webgpu: WebGpuRuntime): Uint8Array<ArrayBuffer> {
  const buffer: ArrayBufferLike = bytes.buffer;
  return webgpu === "dawn" && buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes;
}

/** Writes `data` of any length to a buffer from `byteOffset` on; zeros fill a last incomplete word. */
export function writeQueued(
  { queue }: Pick<GPUDevice, "queue">,
  webgpu: WebGpuRuntime,
  { buffer, byteOffset, data }: {
    readonly buffer: GPUBuffer;
    readonly byteOffset: number;
    readonly data: DeviceData;
  },
): void {
  const source = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  const whole = source.byteLength - source.byteLength % 4;
  for (let at = 0; at < whole; at += WRITE_PIECE) {
    const piece = source.subarray(at, Math.min(whole, at + WRITE_PIECE));
    queue.writeBuffer(buffer, byteOffset + at, unshared(piece, webgpu));
    if (whole > WRITE_PIECE) queue.submit([]);
  }
  if (whole < source.byteLength) {
    const tail = new Uint8Array(4);
    tail.set(source.subarray(whole));
    queue.writeBuffer(buffer, byteOffset + whole, tail);
  }
}
