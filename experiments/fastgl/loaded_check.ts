/**
 * Check of features that were brought to the device.
 *
 * @module
 */
import { type DeviceMatrix, viewMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import type { HostFeatures } from "../../training/feature_loading/mod.ts";

/** Rows of features on a device, and the vertices that they belong to. */
export interface LoadedRows {
  /** Vertex of each row. */
  readonly vertices: Uint32Array;
  /** Features, `vertices.length x width`. */
  readonly matrix: DeviceMatrix;
}

/**
 * Compares features on the device with those of the host, bit by bit; the report names the first other
 * number.
 */
export async function checkLoaded(
  device: Device,
  { width, values }: HostFeatures,
  { vertices, matrix }: LoadedRows,
): Promise<CheckReport> {
  const wanted = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const numbers = await viewMatrix(device, matrix);
  const got = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let row = 0; row < vertices.length; row++) {
    for (let col = 0; col < width; col++) {
      const at = row * width + col, from = vertices[row] * width + col;
      if (got[at] === wanted[from]) continue;
      return {
        ok: false,
        relErr: Infinity,
        tolerance: 0,
        checkedRows: row + 1,
        worst: { row, col, got: numbers[at], wanted: values[from], allowed: 0 },
      };
    }
  }
  return { ok: true, relErr: 0, tolerance: 0, checkedRows: vertices.length };
}
