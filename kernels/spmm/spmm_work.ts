/**
 * Arithmetic and traffic of a sparse-times-dense product, from its sizes alone.
 *
 * @module
 */
import { NUMBER_BYTES, type NumberFormat } from "../../hardware/number_format.ts";
import type { Work } from "../operation.ts";

/** Sizes of a product `Y = A X`. */
export interface SpmmShape {
  /** Rows of A and Y. */
  readonly rows: number;
  /** Columns of A, which are the rows of X. */
  readonly cols: number;
  /** Stored entries of A. */
  readonly entries: number;
  /** Whether the entries have values, and are not all 1. */
  readonly weighted: boolean;
  /** Columns of X and Y. */
  readonly width: number;
}

/**
 * Arithmetic and traffic of a product in CSR, with indices and values of 4 bytes.
 *
 * @param features Format of X.
 */
export function spmmWork(
  { rows, cols, entries, weighted, width }: SpmmShape,
  features: NumberFormat = "f32",
): Work {
  const rowOfX = width * NUMBER_BYTES[features];
  const indexBytes = 4 * (rows + 1) + 4 * entries * (weighted ? 2 : 1);
  const yBytes = rows * width * 4;
  return {
    multiplyAdds: entries * width,
    compulsoryBytes: indexBytes + cols * rowOfX + yBytes,
    bytesWithoutReuse: indexBytes + entries * rowOfX + yBytes,
  };
}
