/**
 * Copies of feature rows from the host into a device matrix: gathered into one block of memory in the
 * device's layout, then copied at once.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { ArenaGather } from "./arena_gather.ts";
import type { HostFeatures } from "./feature_loader.ts";
import { HostGather } from "./host_gather.ts";
import type { RowGather } from "./row_gather.ts";

/**
 * Opens a gatherer: by a kernel on the threads of a CPU device, where its memory has room for the features
 * beside the device's own; else by one thread of the host.
 */
function openGather(device: Device, features: HostFeatures, rows: number): RowGather {
  const threaded = device.backend === "webgpu"
    ? undefined
    : ArenaGather.open(device as WasmDevice, features, rows);
  return threaded ?? new HostGather(features, rows);
}

/** Copier of rows of one feature matrix, at most `rows` at once. */
export class RowCopies {
  readonly #device: Device;
  readonly #gather: RowGather;

  /** Allocates host memory for `rows` rows. */
  constructor(device: Device, features: HostFeatures, rows: number) {
    this.#device = device;
    this.#gather = openGather(device, features, rows);
  }

  /** Kernel that gathers: `row-copy@x86`; `host` for one thread of the host without a kernel. */
  get kernel(): string {
    return this.#gather.kernel;
  }

  /**
   * Copies the features of vertices to the rows of `matrix` from `firstRow` on; on WebGPU the copies are
   * queued. Returns the milliseconds of gathering.
   */
  async copy(vertices: Uint32Array, matrix: DeviceMatrix, firstRow: number): Promise<number> {
    let gatherMs = 0;
    for (const panel of vertices.length === 0 ? [] : matrix.panels) {
      const begin = performance.now();
      const rows = await this.#gather.gather(vertices, panel);
      gatherMs += performance.now() - begin;
      this.#device.write(panel.buffer, rows, 4 * firstRow * panel.stride);
    }
    return gatherMs;
  }

  /** Frees the host memory. */
  close(): void {
    this.#gather.close();
  }
}
