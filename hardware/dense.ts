/**
 * Dense matrices on a device: row-major, in column panels.
 *
 * A panel is a contiguous matrix of its own. Where one binding can hold the whole matrix there is one panel;
 * where it cannot, panels are at most 64 columns wide (Products x 256 columns, 2.5 GB, binds on no adapter in
 * one piece). Rows are padded to a multiple of four floats, so that kernels may always load vectors of four;
 * the padding holds zeros.
 *
 * @module
 */
import { formatBytes, OutOfMemoryError } from "../platform/errors.ts";
import type { Device, DeviceBuffer } from "./device.ts";

/** A panel: columns `[firstCol, firstCol + cols)` of a matrix, `stride` floats a row. */
export interface Panel<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Column of the whole matrix that is this panel's column 0. */
  readonly firstCol: number;
  /** Columns in this panel, without padding. */
  readonly cols: number;
  /** Floats from one row to the next: `cols` rounded up to a multiple of 4. */
  readonly stride: number;
  /** Row-major float32: `rows * stride` of them, at least 16 bytes. */
  readonly buffer: Buffer;
}

/** A dense `rows x cols` float32 matrix on a device. */
export interface DeviceMatrix<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Rows of every panel. */
  readonly rows: number;
  /** Columns of all panels together, without padding. */
  readonly cols: number;
  /** From left to right; together they cover every column once. */
  readonly panels: readonly Panel<Buffer>[];
}

const PANEL_COLS = 64;

/** `cols` rounded up to whole vectors of four floats. */
export function paddedStride(cols: number): number {
  return Math.ceil(cols / 4) * 4;
}

/**
 * Width of panels: all columns where one binding holds the matrix, else the most (up to 64, a multiple of 4)
 * that fit.
 *
 * @throws {OutOfMemoryError} when not even four columns fit into one binding.
 */
export function panelCols(rows: number, cols: number, bindingBytes: number): number {
  const rowBytes = (columns: number) => Math.max(1, rows) * paddedStride(columns) * 4;
  if (rowBytes(cols) <= bindingBytes) return cols;
  const fit = Math.min(PANEL_COLS, Math.floor(bindingBytes / (Math.max(1, rows) * 16)) * 4);
  if (fit < 4) {
    throw new OutOfMemoryError({
      action: `store a dense matrix of ${rows} x ${cols}`,
      current: `a binding limit of ${formatBytes(bindingBytes)}`,
      wanted: `at least ${formatBytes(rowBytes(4))}, for four columns`,
      next: "use a smaller graph or another adapter",
    });
  }
  return fit;
}

/** Reserves a matrix with undefined content. */
export function allocateMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  label: string,
  rows: number,
  cols: number,
): DeviceMatrix<Buffer> {
  const width = panelCols(rows, cols, device.limits.bindingBytes);
  const panels: Panel<Buffer>[] = [];
  try {
    for (let firstCol = 0; firstCol < cols; firstCol += width) {
      const panel = Math.min(width, cols - firstCol);
      const stride = paddedStride(panel);
      const buffer = device.allocate(label, Math.max(16, rows * stride * 4));
      panels.push({ firstCol, cols: panel, stride, buffer });
    }
  } catch (error) {
    for (const { buffer } of panels) device.free(buffer);
    throw error;
  }
  return { rows, cols, panels };
}

/**
 * Copies row-major host data (`rows * cols` numbers, rounded to float32) into a matrix, the padding as zeros.
 */
export function writeMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  data: Float32Array | Float64Array,
): void {
  writeRows(device, matrix, { first: 0, rows: matrix.rows, data });
}

/** Consecutive rows of a matrix, `rows * cols` numbers, from the row `first`. */
export interface MatrixRows {
  /** Number of the first row. */
  readonly first: number;
  /** Number of rows. */
  readonly rows: number;
  /** Numbers, row-major. */
  readonly data: Float32Array | Float64Array;
}

/** Copies some rows into a matrix, the padding as zeros. */
export function writeRows<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  { cols, panels }: DeviceMatrix<Buffer>,
  { first, rows, data }: MatrixRows,
): void {
  for (const { firstCol, cols: width, stride, buffer } of panels) {
    const place = first * stride * Float32Array.BYTES_PER_ELEMENT;
    if (width === cols && stride === cols) {
      device.write(buffer, data instanceof Float32Array ? data : Float32Array.from(data), place);
      continue;
    }
    const panel = new Float32Array(rows * stride);
    copyRows(
      { numbers: data, stride: cols, first: firstCol },
      { numbers: panel, stride, first: 0 },
      rows,
      width,
    );
    device.write(buffer, panel, place);
  }
}

/** Width up to which a row is copied number by number: a call for it takes as long as some 50 numbers. */
const NARROW = 48;

/** Rows of numbers on the host, `stride` numbers apart, from the number `first`. */
interface HostRows<Numbers> {
  readonly numbers: Numbers;
  readonly stride: number;
  readonly first: number;
}

/** The bits of an array's numbers: a number that is read as one loses the bits of a signalling NaN. */
function bitsOf({ buffer, byteOffset, length }: Float32Array<ArrayBufferLike>): Uint32Array<ArrayBufferLike> {
  return new Uint32Array(buffer, byteOffset, length);
}

/** Copies the first `width` numbers of each row, bit for bit where both are float32. */
function copyRows(
  from: HostRows<Float32Array<ArrayBufferLike> | Float64Array>,
  to: HostRows<Float32Array>,
  rows: number,
  width: number,
): void {
  const { numbers } = from, rounds = numbers instanceof Float64Array;
  const source = rounds ? numbers : bitsOf(numbers), target = rounds ? to.numbers : bitsOf(to.numbers);
  for (let row = 0; row < rows; row++) {
    const start = from.first + row * from.stride, at = to.first + row * to.stride;
    if (width > NARROW) target.set(source.subarray(start, start + width), at);
    else for (let col = 0; col < width; col++) target[at + col] = source[start + col];
  }
}

/** Reserves a matrix and copies host data into it. */
export function uploadMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  label: string,
  rows: number,
  cols: number,
  data: Float32Array | Float64Array,
): DeviceMatrix<Buffer> {
  const matrix = allocateMatrix(device, label, rows, cols);
  try {
    writeMatrix(device, matrix, data);
  } catch (error) {
    freeMatrix(device, matrix);
    throw error;
  }
  return matrix;
}

/**
 * Numbers of a panel, padding included: in the device's own memory where the host sees it, since a copy into
 * new memory takes ten times as long as reading it.
 */
async function panelNumbers<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  rows: number,
  { buffer, stride }: Panel<Buffer>,
): Promise<Float32Array<ArrayBufferLike>> {
  const bytes = 4 * rows * stride;
  const seen = device.view?.(buffer, bytes);
  if (seen === undefined) return new Float32Array(await device.read(buffer, bytes));
  return new Float32Array(seen.buffer, seen.byteOffset, rows * stride);
}

/**
 * Row-major numbers of a matrix (`rows * cols` floats, without padding), in place where the device lets the
 * host see them: they are used before the device runs or writes anything else.
 */
export async function viewMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
): Promise<Float32Array<ArrayBufferLike>> {
  const { rows, cols, panels } = matrix;
  const inPlace = panels.length === 1 && panels[0].stride === cols;
  return inPlace ? await panelNumbers(device, rows, panels[0]) : await readMatrix(device, matrix);
}

/**
 * Copies a matrix back as row-major host data (`rows * cols` floats, without padding). Of a buffer larger
 * than its panel, only the panel is copied.
 *
 * @param into Array of that length for the copy; a new one by default.
 */
export async function readMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  into?: Float32Array<ArrayBuffer>,
): Promise<Float32Array<ArrayBuffer>> {
  const { rows, cols, panels } = matrix;
  if (into === undefined && panels.length === 1 && panels[0].stride === cols) {
    return new Float32Array(await device.read(panels[0].buffer, 4 * rows * cols));
  }
  const data = into ?? new Float32Array(rows * cols);
  for (const panel of panels) {
    const numbers = await panelNumbers(device, rows, panel);
    const { firstCol, cols: width, stride } = panel;
    if (width === cols && stride === cols) data.set(numbers);
    else {
      copyRows({ numbers, stride, first: 0 }, { numbers: data, stride: cols, first: firstCol }, rows, width);
    }
  }
  return data;
}

/** An entry of a matrix that differs from the expected one. */
export interface MatrixDifference {
  /** Row of the whole matrix. */
  readonly row: number;
  /** Column of the whole matrix. */
  readonly col: number;
  /** Value on the device. */
  readonly got: number;
  /** Value on the host, rounded to float32. */
  readonly wanted: number;
}

/**
 * Finds the first entry whose bits differ from row-major host data (`rows * cols` numbers, rounded to
 * float32); `undefined` where all agree.
 */
export async function firstDifference<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  expected: Float32Array | Float64Array,
): Promise<MatrixDifference | undefined> {
  const { rows, cols } = matrix;
  const wanted = expected instanceof Float32Array ? expected : Float32Array.from(expected);
  const wantedBits = new Uint32Array(wanted.buffer, wanted.byteOffset, wanted.length);
  for (const panel of matrix.panels) {
    const { firstCol, cols: width, stride } = panel;
    const numbers = await panelNumbers(device, rows, panel);
    if (width === cols && stride === cols && equalBits(numbers, wanted)) continue;
    const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
    for (let row = 0; row < rows; row++) {
      const at = row * stride, from = row * cols + firstCol;
      for (let col = 0; col < width; col++) {
        if (bits[at + col] === wantedBits[from + col]) continue;
        return { row, col: firstCol + col, got: numbers[at + col], wanted: wanted[from + col] };
      }
    }
  }
  return undefined;
}

/**
 * Whether two arrays have the same bits. Words of 64 bits are compared five times as fast as the same number
 * of bytes in words of 32.
 */
function equalBits(a: Float32Array<ArrayBufferLike>, b: Float32Array<ArrayBufferLike>): boolean {
  if (a.length !== b.length) return false;
  const wide = a.byteOffset % 8 === 0 && b.byteOffset % 8 === 0;
  const pairs = wide ? a.length >>> 1 : 0;
  const left = new BigInt64Array(a.buffer, wide ? a.byteOffset : 0, pairs);
  const right = new BigInt64Array(b.buffer, wide ? b.byteOffset : 0, pairs);
  for (let i = 0; i < pairs; i++) if (left[i] !== right[i]) return false;
  const leftRest = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const rightRest = new Uint32Array(b.buffer, b.byteOffset, b.length);
  for (let i = 2 * pairs; i < a.length; i++) if (leftRest[i] !== rightRest[i]) return false;
  return true;
}

/** Floats of one write of NaN. */
const POISONED_AT_ONCE = 1 << 18;
const POISON = new Float32Array(POISONED_AT_ONCE).fill(NaN);

/** Fills a matrix with NaN, so that cells which a kernel leaves unwritten are detected. */
export function poisonMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
): void {
  for (const { buffer } of matrix.panels) {
    const floats = buffer.bytes / 4;
    for (let at = 0; at < floats; at += POISONED_AT_ONCE) {
      device.write(buffer, POISON.subarray(0, floats - at), 4 * at);
    }
  }
}

/** Frees a matrix. */
export function freeMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
): void {
  for (const { buffer } of matrix.panels) device.free(buffer);
}
