/**
 * Magnitude of a row, which bounds its sums and so determines their fixed point.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";

/** Sum of the |values| of a row. */
export function rowMagnitude({ rowPtr, values }: CsrMatrix, row: number): number {
  const begin = rowPtr[row], end = rowPtr[row + 1];
  if (!values) return end - begin;
  let sum = 0;
  for (let entry = begin; entry < end; entry++) sum += Math.abs(values[entry]);
  return sum;
}
