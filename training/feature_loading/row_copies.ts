/**
 * Copies of feature rows from the host into a device matrix: gathered into one block of memory in the
 * device's layout, then copied at once.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { timeOnce } from "../../hardware/measuring/time_once.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { ArenaGather } from "./arena_gather.ts";
import type { HostFeatures } from "./feature_loader.ts";
import { HostGather } from "./host_gather.ts";
import type { RowGather } from "./row_gather.ts";
import { StagedCopy } from "./staged_copy.ts";

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

/** Milliseconds of bringing rows to the device. */
export interface CopyTimes {
  /** Milliseconds of gathering rows into one block of memory. */
  readonly gatherMs: number;
  /** Milliseconds of copying the block to the device. */
  readonly copyMs: number;
}

function isGpu(device: Device): device is WebGpuDevice {
  return device.backend === "webgpu";
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
   * Copies the features of vertices to the rows of `matrix` from `firstRow` on. On a GPU the copy is timed by
   * its clock, and no wait is part of it.
   */
  async copy(vertices: Uint32Array, matrix: DeviceMatrix, firstRow: number): Promise<CopyTimes> {
    const device = this.#device, staged: StagedCopy[] = [];
    let gatherMs = 0, copyMs = 0;
    try {
      for (const panel of vertices.length === 0 ? [] : matrix.panels) {
        const begin = performance.now();
        const rows = await this.#gather.gather(vertices, panel);
        const gathered = performance.now(), byteOffset = 4 * firstRow * panel.stride;
        gatherMs += gathered - begin;
        if (isGpu(device)) {
          const copy = new StagedCopy(device, panel.buffer as WebGpuBuffer, rows, byteOffset);
          staged.push(copy);
          copyMs += copy.fillMs;
        } else {
          device.write(panel.buffer, rows, byteOffset);
          copyMs += performance.now() - gathered;
        }
      }
      if (staged.length > 0) copyMs += await timeOnce(device, () => staged.forEach((copy) => copy.run()));
      return { gatherMs, copyMs };
    } finally {
      for (const copy of staged) copy.destroy();
    }
  }

  /** Frees the host memory. */
  close(): void {
    this.#gather.close();
  }
}
