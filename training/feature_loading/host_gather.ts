/**
 * Gathering of feature rows by one thread of the host, where no kernel reaches them: before an upload to a
 * GPU, and where features are too large to be pinned.
 *
 * @module
 */
import { paddedStride, type Panel } from "../../hardware/dense.ts";
import type { HostFeatures } from "./feature_loader.ts";
import type { RowGather } from "./row_gather.ts";

/** Least number of columns at which one call of `set` copies a row faster than a loop. */
const LONG_ROW = 64;

/** Gatherer of at most `rows` rows at once. */
export class HostGather implements RowGather {
  readonly kernel = "host";
  readonly #width: number;
  /** Features as bits: a loop over floats may change the bits of a NaN. */
  readonly #values: Uint32Array;
  readonly #gathered: Uint32Array;

  /** Allocates host memory for `rows` rows. */
  constructor({ width, values }: HostFeatures, rows: number) {
    this.#width = width;
    this.#values = new Uint32Array(values.buffer, values.byteOffset, values.length);
    this.#gathered = new Uint32Array(rows * paddedStride(width));
  }

  gather(vertices: Uint32Array, { firstCol, cols, stride }: Panel): Uint32Array {
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

  close(): void {}
}
