/**
 * Host matrices in memory that kernels of a CPU device read: the counterpart of pinned memory, from which a
 * GPU reads beside its own. One copy of a matrix serves everyone who asks for it.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride } from "../dense.ts";
import type { DeviceBuffer } from "../device.ts";
import { UsageError } from "../../platform/errors.ts";

/** Matrix in host memory, row-major. */
export interface HostRows {
  /** Number of rows. */
  readonly rows: number;
  /** Number of columns. */
  readonly width: number;
  /** Numbers, `rows x width`. */
  readonly values: Float32Array;
}

/** Memory in which matrices are pinned. */
export interface PinningMemory<Buffer extends DeviceBuffer> {
  /** Reserves memory; `undefined` where there is none. */
  allocateBeside(label: string, bytes: number): Buffer | undefined;
  /** Looks at the first `bytes` of a buffer in place. */
  view(buffer: Buffer, bytes: number): Uint8Array;
  /** Frees a buffer. */
  free(buffer: Buffer): void;
}

function assertShape(held: DeviceMatrix, { rows, width }: Omit<HostRows, "values">): void {
  if (held.rows === rows && held.cols === width) return;
  throw new UsageError({
    action: "pin rows of features",
    current: `the same numbers pinned as ${held.rows} x ${held.cols}`,
    wanted: `${rows} x ${width}`,
    next: "pass a copy of them, or free the other matrix first",
  });
}

/** Pinned matrices of a device. */
export class PinnedRows<Buffer extends DeviceBuffer> {
  readonly #memory: PinningMemory<Buffer>;
  readonly #held = new Map<Float32Array, { readonly matrix: DeviceMatrix<Buffer>; uses: number }>();

  /** Creates the list without pinning anything. */
  constructor(memory: PinningMemory<Buffer>) {
    this.#memory = memory;
  }

  /**
   * Copies a matrix to where kernels read it, its rows padded to vectors of four; returns the copy that there
   * is where the same numbers are pinned already. `undefined` where there is no room. Each call that returns
   * a matrix is undone by one {@linkcode unpin}; until then the numbers do not change.
   *
   * @throws {UsageError} where the same numbers are pinned as a matrix of another shape.
   */
  pin({ rows, width, values }: HostRows): DeviceMatrix<Buffer> | undefined {
    const held = this.#held.get(values);
    if (held !== undefined) {
      assertShape(held.matrix, { rows, width });
      held.uses++;
      return held.matrix;
    }
    const stride = paddedStride(width);
    const buffer = this.#memory.allocateBeside("pinned rows", Math.max(16, 4 * rows * stride));
    if (buffer === undefined) return undefined;
    const seen = this.#memory.view(buffer, 4 * rows * stride);
    // Copied as bits: a loop over floats may change the bits of a NaN.
    const to = new Uint32Array(seen.buffer, seen.byteOffset, rows * stride);
    const from = new Uint32Array(values.buffer, values.byteOffset, values.length);
    if (stride === width) to.set(from);
    else {
      to.fill(0);
      for (let row = 0; row < rows; row++) {
        to.set(from.subarray(row * width, (row + 1) * width), row * stride);
      }
    }
    const matrix = { rows, cols: width, panels: [{ firstCol: 0, cols: width, stride, buffer }] };
    this.#held.set(values, { matrix, uses: 1 });
    return matrix;
  }

  /** Frees a pinned matrix where nobody else uses it. */
  unpin(values: Float32Array): void {
    const held = this.#held.get(values);
    if (held === undefined || --held.uses > 0) return;
    this.#held.delete(values);
    for (const { buffer } of held.matrix.panels) this.#memory.free(buffer);
  }
}
