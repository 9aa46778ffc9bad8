/**
 * Whether operands fit each other and indices what they point into. A kernel checks no bounds of its own: an
 * adapter would clamp what is outside and compute something, WebAssembly would read what belongs to another.
 * So it is refused here.
 *
 * @module
 */
import type { DeviceMatrix, Panel } from "../hardware/dense.ts";
import type { DeviceBuffer } from "../hardware/device.ts";
import { UsageError } from "../platform/errors.ts";
import type { Shape } from "./staging.ts";

/** An operand and the size that a kernel relies on. */
export type Fit =
  | (Shape & { readonly name: string; readonly matrix: DeviceMatrix })
  | { readonly name: string; readonly buffer: DeviceBuffer; readonly words: number };

/**
 * Compares operands with the sizes that a kernel relies on. A buffer may have more words.
 *
 * @throws {UsageError} naming the first that does not fit.
 */
export function assertFit(action: string, fits: readonly Fit[]): void {
  for (const fit of fits) {
    const [found, wanted, ok] = "matrix" in fit
      ? [
        `${fit.matrix.rows} x ${fit.matrix.cols}`,
        `${fit.rows} x ${fit.cols}`,
        fit.matrix.rows === fit.rows && fit.matrix.cols === fit.cols,
      ]
      : [`${fit.buffer.bytes} bytes`, `${4 * fit.words} bytes`, fit.buffer.bytes >= 4 * fit.words];
    if (ok) continue;
    throw new UsageError({
      action,
      current: `${fit.name} of ${found}`,
      wanted,
      next: "stage the operands from one problem",
    });
  }
}

/**
 * The panels of matrices of one shape, side by side: entry by entry the same offsets in each. Result `[p][m]`
 * is panel p of matrix m.
 *
 * @throws {UsageError} where the matrices are not of one shape and cut.
 */
export function alignedPanels<Buffer extends DeviceBuffer>(
  action: string,
  matrices: readonly DeviceMatrix<Buffer>[],
): readonly (readonly Panel<Buffer>[])[] {
  const [first] = matrices;
  const cut = ({ rows, cols, panels }: DeviceMatrix) =>
    `${rows} x ${cols} in panels at ${panels.map(({ firstCol }) => firstCol).join(", ") || "no column"}`;
  for (const matrix of matrices) {
    if (cut(matrix) === cut(first)) continue;
    throw new UsageError({
      action,
      current: `a matrix of ${cut(matrix)}`,
      wanted: `${cut(first)}, as the first`,
      next: "allocate all of them on one device, with one shape",
    });
  }
  return first.panels.map((_, p) => matrices.map(({ panels }) => panels[p]));
}

/**
 * Looks at indices before they go to a device.
 *
 * @throws {UsageError} naming the first that is not below `bound`.
 */
export function assertIndicesBelow(bound: number, indices: Uint32Array, action: string): void {
  const place = indices.findIndex((index) => index >= bound);
  if (place < 0) return;
  throw new UsageError({
    action,
    current: `${indices[place]} at place ${place}`,
    wanted: bound > 0 ? `a number from 0 to ${bound - 1}` : "no number at all: there is nothing to point at",
    next: "correct the list, or the shape that it belongs to",
  });
}

/**
 * Looks for an index that comes twice; all are below `bound`.
 *
 * @throws {UsageError} naming the first that does.
 */
export function assertDistinct(bound: number, indices: Uint32Array, action: string): void {
  const seen = new Uint8Array(bound);
  for (let place = 0; place < indices.length; place++) {
    if (seen[indices[place]]++ === 0) continue;
    throw new UsageError({
      action,
      current: `${indices[place]} a second time, at place ${place}`,
      wanted: "distinct numbers: each row has one source",
      next: "add up the rows that belong together first",
    });
  }
}
