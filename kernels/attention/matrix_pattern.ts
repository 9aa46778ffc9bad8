/**
 * A sparse matrix without its values.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/** The places of a matrix's entries in the very arrays of the matrix, so that plans share them on a device. */
export function patternOf({ rows, cols, rowPtr, colIdx }: CsrMatrix): CsrMatrix {
  return { rows, cols, rowPtr, colIdx };
}
