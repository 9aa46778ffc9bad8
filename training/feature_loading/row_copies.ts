/**
 * Copies of feature rows from the host into a device matrix: gathered into one block of memory in the
 * device's layout, then copied at once.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride, type Panel } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { HostFeatures } from "./feature_loader.ts";

/** Least number of columns at which one call of `set` copies a row faster than a loop. */
const LONG_ROW = 64;

/** Copier of rows of one feature matrix, at most `rows` at once. */
export class RowCopies {
  readonly #device: Device;
  readonly #width: number;
  /** Features as bits: a loop over floats may change the bits of a NaN. */
  readonly #values: Uint32Array;
  readonly #gathered: Uint32Array;

  /** Allocates host memory for `rows` rows. */
  constructor(device: Device, { width, values }: HostFeatures, rows: number) {
    this.#device = device;
    this.#width = width;
    this.#values = new Uint32Array(values.buffer, values.byteOffset, values.length);
    this.#gathered = new Uint32Array(rows * paddedStride(width));
  }

  /**
   * Copies the features of vertices to the rows of `matrix` from `firstRow` on; on WebGPU the copies are
   * queued. Returns the milliseconds of gathering.
   */
  copy(vertices: Uint32Array, matrix: DeviceMatrix, firstRow: number): number {
    let gatherMs = 0;
    for (const panel of vertices.length === 0 ? [] : matrix.panels) {
      const begin = performance.now();
      const rows = this.#gather(vertices, panel);
      gatherMs += performance.now() - begin;
      this.#device.write(panel.buffer, rows, 4 * firstRow * panel.stride);
    }
    return gatherMs;
  }

  #gather(vertices: Uint32Array, { firstCol, cols, stride }: Panel): Uint32Array {
    const values = this.#values, width = this.#width;
    const gathered = this.#gathered.subarray(0, vertices.length * stride);
    for (let row = 0; row < vertices.length; row++) {
      const from = vertices[row] * width + firstCol, to = row * stride;
      if (cols >= LONG_ROW) gathered.set(values.subarray(from, from + cols), to);
      else for (let col = 0; col < cols; col++) gathered[to + col] = values[from + col];
      for (let col = cols; col < stride; col++) gathered[to + col] = 0;
    }
    return gathered;
  }
}
