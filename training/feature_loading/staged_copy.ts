/**
 * Copies from the host in two steps: into memory that host and adapter both reach, then from there to a
 * buffer. The second is queued work, which the adapter's clock times, where the end of a write is only known
 * by waiting.
 *
 * @module
 */
import type { DeviceData } from "../../hardware/device.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";

/** Data on its way to a buffer. */
export class StagedCopy {
  /** Milliseconds in which the host filled the memory between. */
  readonly fillMs: number;
  readonly #device: WebGpuDevice;
  readonly #between: WebGpuBuffer;
  readonly #to: WebGpuBuffer;
  readonly #byteOffset: number;

  /**
   * Takes the data, a whole number of words; what is written to them later changes nothing.
   *
   * @throws {OutOfMemoryError} where the device has no room for them.
   */
  constructor(device: WebGpuDevice, to: WebGpuBuffer, data: DeviceData, byteOffset = 0) {
    this.#device = device;
    this.#to = to;
    this.#byteOffset = byteOffset;
    const { byteLength: bytes } = data;
    this.#between = device.staging(`on the way to ${to.label}`, bytes);
    const { gpu } = this.#between, mapped = new Uint8Array(gpu.getMappedRange());
    const started = performance.now();
    mapped.set(new Uint8Array(data.buffer, data.byteOffset, bytes));
    this.fillMs = performance.now() - started;
    gpu.unmap();
  }

  /** Encodes the copy to the buffer. */
  run(): void {
    const to = { buffer: this.#to, byteOffset: this.#byteOffset };
    this.#device.copy({ buffer: this.#between }, to, this.#between.bytes);
  }

  /** Frees the memory between, once the copy is submitted. */
  destroy(): void {
    this.#device.free(this.#between);
  }
}
