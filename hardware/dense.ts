/**
 * Dense matrices on a device: row-major, in column panels.
 *
 * A panel is a contiguous matrix of its own. Where one binding can hold the whole matrix there is one panel;
 * where it cannot, panels are at most 64 columns wide (Products x 256 columns, 2.5 GB, binds on no adapter in
 * one piece). Rows are padded to a multiple of four numbers, so that kernels may always load vectors of four;
 * the padding holds zeros. Numbers are float32, or of a format that halves their bytes.
 *
 * @module
 */
import { OutOfMemoryError, UsageError } from "../platform/errors.ts";
import { formatBytes } from "../platform/text/bytes.ts";
import { scratchArrays } from "../platform/scratch_arrays.ts";
import type { Device, DeviceBuffer } from "./device.ts";
import {
  floatBits,
  NUMBER_BYTES,
  type NumberFormat,
  packBf16,
  roundNumbers,
  unpackBf16,
} from "./number_format.ts";
import { plural } from "../platform/text/plural.ts";

/** A panel: columns `[firstCol, firstCol + cols)` of a matrix, `stride` floats a row. */
export interface Panel<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Column of the whole matrix that is this panel's column 0. */
  readonly firstCol: number;
  /** Columns in this panel, without padding. */
  readonly cols: number;
  /** Numbers from one row to the next: `cols` rounded up to a multiple of 4. */
  readonly stride: number;
  /** Row-major: `rows * stride` numbers, at least 16 bytes. */
  readonly buffer: Buffer;
}

/** A dense `rows x cols` matrix on a device. */
export interface DeviceMatrix<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Rows of every panel. */
  readonly rows: number;
  /** Columns of all panels together, without padding. */
  readonly cols: number;
  /** Panels from left to right, which together cover every column once. */
  readonly panels: readonly Panel<Buffer>[];
  /** Format of its numbers; float32 when absent. */
  readonly format?: NumberFormat;
}

/** Format of a matrix. */
export function formatOf({ format = "f32" }: Pick<DeviceMatrix, "format">): NumberFormat {
  return format;
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
export function panelCols(
  rows: number,
  cols: number,
  bindingBytes: number,
  format: NumberFormat = "f32",
): number {
  const rowBytes = (columns: number) => Math.max(1, rows) * paddedStride(columns) * NUMBER_BYTES[format];
  if (rowBytes(cols) <= bindingBytes) return cols;
  const fit = Math.min(PANEL_COLS, Math.floor(bindingBytes / rowBytes(4)) * 4);
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

/**
 * Reserves a matrix with undefined content. On a CPU it is one panel, which kernels there need.
 *
 * @throws {OutOfMemoryError} where it does not fit; nothing stays allocated.
 */
export function allocateMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  label: string,
  rows: number,
  cols: number,
  format: NumberFormat = "f32",
): DeviceMatrix<Buffer> {
  const isWhole = device.backend !== "webgpu";
  const width = isWhole ? cols : panelCols(rows, cols, device.limits.bindingBytes, format);
  const panels: Panel<Buffer>[] = [];
  try {
    for (let firstCol = 0; firstCol < cols; firstCol += width) {
      const panel = Math.min(width, cols - firstCol);
      const stride = paddedStride(panel);
      const buffer = device.allocate(label, Math.max(16, rows * stride * NUMBER_BYTES[format]));
      panels.push({ firstCol, cols: panel, stride, buffer });
    }
  } catch (error) {
    for (const { buffer } of panels) device.free(buffer);
    throw error;
  }
  return { rows, cols, panels, format };
}

/** Bytes of numbers as a format stores them. */
function storedNumbers(format: NumberFormat, numbers: Float32Array): Float32Array | Uint8Array {
  return format === "f32" ? numbers : new Uint8Array(packBf16(numbers).buffer);
}

/**
 * Copies row-major host data (`rows * cols` numbers, rounded to float32 and to the matrix's format) into a
 * matrix, the padding as zeros.
 *
 * @throws {UsageError} where there are fewer or more numbers.
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

/**
 * Copies some rows into a matrix, the padding as zeros.
 *
 * @throws {UsageError} where there are fewer or more numbers than the rows have.
 */
export function writeRows<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  { first, rows, data }: MatrixRows,
): void {
  const { cols } = matrix, format = formatOf(matrix);
  if (data.length !== rows * cols) throw countError(matrix, rows, data.length);
  for (const { firstCol, cols: width, stride, buffer } of matrix.panels) {
    const place = first * stride * NUMBER_BYTES[format];
    if (width === cols && stride === cols) {
      const numbers = data instanceof Float32Array ? data : Float32Array.from(data);
      device.write(buffer, storedNumbers(format, numbers), place);
      continue;
    }
    const panel = scratchArrays.take(rows * stride);
    for (let end = stride; end <= panel.length; end += stride) {
      for (let at = end - stride + width; at < end; at++) panel[at] = 0;
    }
    copyRows(
      { numbers: data, stride: cols, first: firstCol },
      { numbers: panel, stride, first: 0 },
      rows,
      width,
    );
    device.write(buffer, storedNumbers(format, panel), place);
    scratchArrays.giveBack(panel);
  }
}

function countError({ cols, panels }: DeviceMatrix, rows: number, found: number): UsageError {
  return new UsageError({
    action: `write ${plural(rows, "row")} of "${panels[0]?.buffer.label ?? "a matrix"}"`,
    current: plural(found, "number"),
    wanted: `${rows * cols}, ${cols} a row`,
    next: "pass all numbers of the rows, without padding",
  });
}

/** Width up to which a row is copied number by number: a call for it takes as long as some 50 numbers. */
const NARROW = 48;

/** Rows of numbers on the host, `stride` numbers apart, from the number `first`. */
interface HostRows<Numbers> {
  readonly numbers: Numbers;
  readonly stride: number;
  readonly first: number;
}

/** Copies the first `width` numbers of each row, bit for bit where both are float32. */
function copyRows(
  from: HostRows<Float32Array<ArrayBufferLike> | Float64Array>,
  to: HostRows<Float32Array>,
  rows: number,
  width: number,
): void {
  const { numbers } = from, rounds = numbers instanceof Float64Array;
  const source = rounds ? numbers : floatBits(numbers), target = rounds ? to.numbers : floatBits(to.numbers);
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
  format: NumberFormat = "f32",
): DeviceMatrix<Buffer> {
  const matrix = allocateMatrix(device, label, rows, cols, format);
  try {
    writeMatrix(device, matrix, data);
  } catch (error) {
    freeMatrix(device, matrix);
    throw error;
  }
  return matrix;
}

/**
 * Numbers of a panel, padding included: float32 in the device's own memory where the host sees it, since a
 * copy into new memory takes ten times as long as reading it.
 */
async function panelNumbers<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  { buffer, stride }: Panel<Buffer>,
): Promise<Float32Array<ArrayBufferLike>> {
  const format = formatOf(matrix), count = matrix.rows * stride, bytes = NUMBER_BYTES[format] * count;
  const { buffer: seen, byteOffset } = device.view?.(buffer, bytes) ??
    new Uint8Array(await device.read(buffer, bytes));
  return format === "f32"
    ? new Float32Array(seen, byteOffset, count)
    : unpackBf16(new Uint16Array(seen, byteOffset, count));
}

/**
 * Row-major numbers of a matrix (`rows * cols` floats, without padding), in place where the device lets the
 * host see them: they are used before the device runs or writes anything else.
 */
export async function viewMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
): Promise<Float32Array<ArrayBufferLike>> {
  const { cols, panels } = matrix;
  const inPlace = panels.length === 1 && panels[0].stride === cols;
  return inPlace ? await panelNumbers(device, matrix, panels[0]) : await readMatrix(device, matrix);
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
  const copied = formatOf(matrix) === "f32" && panels.length === 1 && panels[0].stride === cols;
  if (into === undefined && copied) {
    return new Float32Array(await device.read(panels[0].buffer, 4 * rows * cols));
  }
  const data = into ?? new Float32Array(rows * cols);
  for (const panel of panels) {
    const numbers = await panelNumbers(device, matrix, panel);
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
  /** Value on the host, rounded to float32 and to the matrix's format. */
  readonly wanted: number;
}

/**
 * Finds the first entry whose bits differ from row-major host data (`rows * cols` numbers, rounded to float32
 * and to the matrix's format); `undefined` where all agree.
 */
export async function firstDifference<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
  expected: Float32Array | Float64Array,
): Promise<MatrixDifference | undefined> {
  const { rows, cols } = matrix;
  const wanted = roundNumbers(formatOf(matrix), expected);
  const wantedBits = new Uint32Array(wanted.buffer, wanted.byteOffset, wanted.length);
  for (const panel of matrix.panels) {
    const { firstCol, cols: width, stride } = panel;
    const numbers = await panelNumbers(device, matrix, panel);
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
/** A NaN as a float32, and each half of it as a bf16. */
const NAN_BITS = 0x7fc0_7fc0;
const POISON = new Uint32Array(POISONED_AT_ONCE).fill(NAN_BITS);

/** Fills a matrix with NaN, so that cells which a kernel leaves unwritten are detected. */
export function poisonMatrix<Buffer extends DeviceBuffer>(
  device: Device<Buffer>,
  matrix: DeviceMatrix<Buffer>,
): void {
  for (const { buffer } of matrix.panels) {
    const words = buffer.bytes / 4;
    for (let at = 0; at < words; at += POISONED_AT_ONCE) {
      device.write(buffer, POISON.subarray(0, words - at), 4 * at);
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
