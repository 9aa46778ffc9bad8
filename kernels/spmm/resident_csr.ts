/**
 * CSR matrix whose entries are computed on the device and change between runs of a plan: the block of a
 * mini-batch that a sampler leaves there.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";

/**
 * Arrays of a matrix within bounds: `rows` rows, `cols` columns and up to `entries` stored entries. Rows
 * beyond those of the mini-batch at hand are empty, so that each product with the bounds is right.
 */
export interface ResidentCsr<B extends DeviceBuffer = DeviceBuffer> {
  /** Largest number of rows. */
  readonly rows: number;
  /** Largest number of columns. */
  readonly cols: number;
  /** Largest number of stored entries. */
  readonly entries: number;
  /** Offsets of all rows, `rows + 1` words. */
  readonly rowPtr: B;
  /** Columns, ascending within a row. */
  readonly colIdx: B;
  /** Value of each entry; absent where each is 1. */
  readonly values?: B;
}
