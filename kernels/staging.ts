/**
 * Copies of a problem's operands to a device, either all of them or none.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix, freeMatrix, uploadMatrix } from "../hardware/dense.ts";
import type { Device, DeviceBuffer, DeviceData } from "../hardware/device.ts";
import type { HostNumbers } from "./operation.ts";

/** Shape of a dense matrix. */
export interface Shape {
  /** Number of rows. */
  readonly rows: number;
  /** Number of columns. */
  readonly cols: number;
}

/** Functions for building operands. */
export interface Staging {
  /** Allocates a matrix that holds `data`, row-major, or is still undefined. */
  matrix(label: string, shape: Shape, data?: HostNumbers): DeviceMatrix;
  /** Allocates an array of 32-bit words: indices, labels, weights. */
  words(label: string, data: DeviceData): DeviceBuffer;
}

/**
 * Builds operands on a device. Where one of them does not fit into memory, those before it are freed.
 *
 * @throws {OutOfMemoryError} with nothing left allocated; and any error of `build`, likewise.
 */
export function stageOperands<Operands>(device: Device, build: (staging: Staging) => Operands): Operands {
  const matrices: DeviceMatrix[] = [], buffers: DeviceBuffer[] = [];
  try {
    return build({
      matrix(label, { rows, cols }, data) {
        const matrix = data === undefined
          ? allocateMatrix(device, label, rows, cols)
          : uploadMatrix(device, label, rows, cols, data);
        matrices.push(matrix);
        return matrix;
      },
      words(label, data) {
        const buffer = device.allocate(label, data.byteLength);
        buffers.push(buffer);
        device.write(buffer, data);
        return buffer;
      },
    });
  } catch (error) {
    for (const matrix of matrices) freeMatrix(device, matrix);
    for (const buffer of buffers) device.free(buffer);
    throw error;
  }
}
