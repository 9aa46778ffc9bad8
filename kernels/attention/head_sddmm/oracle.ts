/**
 * Oracle of sampled dense-dense products for each head, in float64.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import type { Oracle } from "../../operation.ts";
import { rowsOfEntries } from "../rows_of_entries.ts";
import type { HeadSddmmProblem } from "./head_sddmm.ts";

/** Oracle of `y[e, h] = sum over k of a[row of e, h d + k] b[column of e, h d + k]`. */
export const headSddmmOracle: Oracle<HeadSddmmProblem> = {
  shape: ({ matrix, heads }) => ({ rows: nnz(matrix), cols: heads }),
  terms: ({ headWidth }) => headWidth,
  row(problem, entry, value, magnitude) {
    const { matrix, a, b, heads, headWidth } = problem, cols = heads * headWidth;
    const left = rowsOfEntries(matrix)[entry] * cols, right = matrix.colIdx[entry] * cols;
    for (let head = 0; head < heads; head++) {
      value[head] = 0;
      magnitude[head] = 0;
      for (let col = head * headWidth; col < (head + 1) * headWidth; col++) {
        const term = a[left + col] * b[right + col];
        value[head] += term;
        magnitude[head] += Math.abs(term);
      }
    }
    return headWidth;
  },
};
