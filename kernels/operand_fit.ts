/**
 * Checks of operands' sizes and of indices. A kernel checks no bounds: an adapter would clamp an invalid
 * index and compute a wrong result, WebAssembly would read other data. So invalid operands are refused here.
 *
 * @module
 */
import { type DeviceMatrix, formatOf, type Panel } from "../hardware/dense.ts";
import type { DeviceBuffer } from "../hardware/device.ts";
import type { NumberFormat } from "../hardware/number_format.ts";
import { UsageError } from "../platform/errors.ts";
import type { Shape } from "./staging.ts";

/** Operand with the size and the format, float32 when absent, that a kernel relies on. */
export type OperandFit =
  | (Shape & { readonly name: string; readonly matrix: DeviceMatrix; readonly format?: NumberFormat })
  | { readonly name: string; readonly buffer: DeviceBuffer; readonly words: number };

/** Shape of a matrix, and its format where that is not float32. */
function text({ rows, cols, format = "f32" }: Shape & { readonly format?: NumberFormat }): string {
  return `${rows} x ${cols}${format === "f32" ? "" : ` in ${format}`}`;
}

/**
 * Checks that operands have the sizes and formats that a kernel relies on; a buffer may be larger.
 *
 * @throws {UsageError} naming the first operand that does not fit.
 */
export function assertFit(action: string, fits: readonly OperandFit[]): void {
  for (const fit of fits) {
    const [found, wanted, ok] = "matrix" in fit
      ? [
        text(fit.matrix),
        text(fit),
        fit.matrix.rows === fit.rows && fit.matrix.cols === fit.cols &&
        formatOf(fit.matrix) === (fit.format ?? "f32"),
      ]
      : [`${fit.buffer.bytes} bytes`, `${4 * fit.words} bytes`, fit.buffer.bytes >= 4 * fit.words];
    if (ok) continue;
    throw new UsageError({
      action,
      current: `${fit.name} of ${found}`,
      wanted,
      next: "stage the operands from one problem, in the format of the kernel's features",
    });
  }
}

/**
 * Panels of matrices of one shape, side by side, with the same offsets for each entry. Result `[p][m]` is
 * panel p of matrix m.
 *
 * @throws {UsageError} where the matrices differ in shape or in their division into panels.
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
 * Checks indices before they are uploaded.
 *
 * @throws {UsageError} naming the first index that is not below `bound`.
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
 * Checks that no index below `bound` occurs twice.
 *
 * @throws {UsageError} naming the first repeated index.
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
