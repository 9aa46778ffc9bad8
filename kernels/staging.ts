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
export interface Staging<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Allocates a matrix that holds `data`, row-major, or is still undefined. */
  matrix(label: string, shape: Shape, data?: HostNumbers): DeviceMatrix<Buffer>;
  /** Allocates an array of 32-bit words: indices, labels, weights. */
  words(label: string, data: DeviceData): Buffer;
  /** Allocates a buffer that is still undefined. */
  reserve(label: string, bytes: number): Buffer;
}

/** Reserves memory that all kernels of a device reach, those of WebAssembly beside machine code, too. */
export function reserveNear<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  label: string,
  bytes: number,
): Buffer {
  return device.allocateNear?.(label, bytes) ?? device.allocate(label, bytes);
}

/**
 * Builds operands on a device. Where one of them does not fit into memory, those before it are freed.
 *
 * @param allocate Reserves the memory of what is no matrix.
 * @throws {OutOfMemoryError} with nothing left allocated; and any error of `build`, likewise.
 */
export function stageOperands<Operands, Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  build: (staging: Staging<Buffer>) => Operands,
  allocate: typeof reserveNear<Buffer> = (device, label, bytes) => device.allocate(label, bytes),
): Operands {
  const frees: (() => void)[] = [];
  const reserve = (label: string, bytes: number) => {
    const buffer = allocate(device, label, bytes);
    frees.push(() => device.free(buffer));
    return buffer;
  };
  try {
    return build({
      matrix(label, { rows, cols }, data) {
        const matrix = data === undefined
          ? allocateMatrix(device, label, rows, cols)
          : uploadMatrix(device, label, rows, cols, data);
        frees.push(() => freeMatrix(device, matrix));
        return matrix;
      },
      words(label, data) {
        const buffer = reserve(label, data.byteLength);
        device.write(buffer, data);
        return buffer;
      },
      reserve,
    });
  } catch (error) {
    for (const free of frees) free();
    throw error;
  }
}
