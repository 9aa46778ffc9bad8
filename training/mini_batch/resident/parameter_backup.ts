/**
 * Copy of parameters and moments within an adapter's memory, to go back to without the host.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { ModelParameters } from "../model_parameters.ts";

/** Room for one copy. */
export class ParameterBackup {
  readonly #device: WebGpuDevice;
  readonly #pairs: (readonly [own: WebGpuBuffer, copy: WebGpuBuffer])[] = [];

  /**
   * Reserves the room.
   *
   * @throws {OutOfMemoryError} with nothing left allocated.
   */
  constructor(device: WebGpuDevice, parameters: ModelParameters) {
    this.#device = device;
    try {
      for (const { buffer } of parameters.matrices.flatMap(({ panels }) => panels)) {
        this.#pairs.push([buffer as WebGpuBuffer, device.allocate(`copy of ${buffer.label}`, buffer.bytes)]);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Copies the parameters, as queued work. */
  save(): void {
    for (const [own, copy] of this.#pairs) this.#device.copy({ buffer: own }, { buffer: copy }, own.bytes);
  }

  /** Writes the copy over the parameters, as queued work. */
  restore(): void {
    for (const [own, copy] of this.#pairs) this.#device.copy({ buffer: copy }, { buffer: own }, own.bytes);
  }

  /** Frees the room. */
  close(): void {
    for (const [, copy] of this.#pairs.splice(0)) this.#device.free(copy);
  }
}
