/**
 * Memory and plans of one sampler on a device.
 *
 * @module
 */
import type { Device, DeviceBuffer, DeviceData } from "../../hardware/device.ts";
import { kernelsOn } from "../backend_kernels.ts";
import { type IdMapOperands, type IdMapRoom, releaseIdMap, reserveIdMap } from "../id_map/id_map.ts";
import { reserveNear } from "../staging.ts";
import { type Kernel, type ParameterValues, type Plan, prepareKernel } from "../kernel.ts";

/** Buffers, ID maps and plans that live as long as a sampler, and are freed together. */
export class SamplerMemory<B extends DeviceBuffer> {
  /** Device that holds the memory. */
  readonly device: Device<B>;
  readonly #buffers: B[] = [];
  readonly #maps: IdMapOperands<B>[] = [];
  readonly #plans: Plan[] = [];

  constructor(device: Device<B>) {
    this.device = device;
  }

  /** Reserves a buffer with undefined content. Throws {@linkcode OutOfMemoryError}. */
  reserve(label: string, bytes: number): B {
    const buffer = reserveNear(this.device, label, bytes);
    this.#buffers.push(buffer);
    return buffer;
  }

  /** Copies data into a buffer. Throws {@linkcode OutOfMemoryError}. */
  upload(label: string, data: DeviceData): B {
    const buffer = this.reserve(label, data.byteLength);
    this.device.write(buffer, data);
    return buffer;
  }

  /** Reserves the operands of an ID map that numbers nothing yet. Throws {@linkcode OutOfMemoryError}. */
  reserveMap(room: IdMapRoom): IdMapOperands<B> {
    const map = reserveIdMap(this.device, room);
    this.#maps.push(map);
    this.device.write(map.sizes, new Uint32Array(2));
    return map;
  }

  /**
   * Prepares the one of a kernel's implementations that is of the device's backend.
   *
   * @throws {MissingError} where none is.
   */
  async prepare<OperandsOf extends { wasm: unknown; webgpu: unknown }>(
    kernels: readonly [Kernel<OperandsOf>, ...Kernel<OperandsOf>[]],
    operands: unknown,
    parameters: ParameterValues = {},
  ): Promise<Plan> {
    const kernel = kernelsOn(kernels, this.device.backend).at(0) ?? kernels[0];
    // The buffers belong to the backend of the device that allocated them; `prepareKernel` compares that
    // backend with the kernel's.
    const plan = await prepareKernel(kernel, this.device, operands as OperandsOf["wasm"], 0, { parameters });
    this.#plans.push(plan);
    return plan;
  }

  /** Reads the first words of a buffer. */
  async read(buffer: B, words: number): Promise<Uint32Array<ArrayBuffer>> {
    return new Uint32Array(await this.device.read(buffer, 4 * words));
  }

  /** Frees everything. */
  free(): void {
    this.#plans.splice(0).forEach((plan) => plan.destroy());
    this.#maps.splice(0).forEach((map) => releaseIdMap(this.device, map));
    this.#buffers.splice(0).forEach((buffer) => this.device.free(buffer));
  }
}
