/**
 * A sparse matrix without its values.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/** Copy of a matrix without its values, over the same arrays, so that plans share them on a device. */
export function patternOf({ rows, cols, rowPtr, colIdx }: CsrMatrix): CsrMatrix {
  return { rows, cols, rowPtr, colIdx };
}
