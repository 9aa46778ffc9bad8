/**
 * Copying a problem's operands to a device, all of them or none.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix, freeMatrix, uploadMatrix } from "../hardware/dense.ts";
import type { Device, DeviceBuffer, DeviceData } from "../hardware/device.ts";
import type { HostNumbers } from "./operation.ts";

/** Rows and columns of a dense matrix. */
export interface Shape {
  /** Rows. */
  readonly rows: number;
  /** Columns. */
  readonly cols: number;
}

/** What building operands may use. */
export interface Staging {
  /** A matrix that holds `data`, row-major, or that is still undefined. */
  matrix(label: string, shape: Shape, data?: HostNumbers): DeviceMatrix;
  /** An array of 32-bit words: indices, labels, weights. */
  words(label: string, data: DeviceData): DeviceBuffer;
}

/**
 * Builds operands on a device. Where one of them finds no room, those before it are freed.
 *
 * @throws {OutOfMemoryError} with nothing left allocated; and whatever `build` throws, likewise.
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
