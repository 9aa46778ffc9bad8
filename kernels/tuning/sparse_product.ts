/**
 * Sparse products that numbers are tuned on: random and of the harness's own, so that no claim is judged on
 * them.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";
import { repeatedUniform } from "../../platform/repeated_uniform.ts";
import { paddedColumns } from "../machine_code/code_phases.ts";
import type { SpmmProblem } from "../spmm/spmm.ts";

/** Size of a product. */
export interface SparseSize {
  /** Bytes of X, about. */
  readonly bytes: number;
  /** Entries of the matrix, about. */
  readonly entries: number;
  /** Draws the entries of a row. */
  readonly degree: (stream: RandomStream) => number;
  /** Seed of everything random. */
  readonly seed: number;
}

/** Columns of X are a multiple of these, so that rows of as many entries have equal parts of X. */
const PARTS = 16;

/** Product whose rows name one random row of X in each of as many equal parts as they have entries. */
export function sparseProduct(width: number, { bytes, entries, degree, seed }: SparseSize): SpmmProblem {
  const stream = new RandomStream(seed, "matrix that code is tuned on");
  const cols = PARTS * Math.ceil(bytes / (4 * paddedColumns(width)) / PARTS);
  const rowPtr = [0];
  let end = 0;
  while (end < entries) {
    end += Math.min(cols, degree(stream));
    rowPtr.push(end);
  }
  const rows = rowPtr.length - 1, colIdx = new Uint32Array(end);
  for (let row = 0; row < rows; row++) {
    const begin = rowPtr[row], terms = rowPtr[row + 1] - begin;
    for (let term = 0; term < terms; term++) {
      const from = Math.floor(term * cols / terms), to = Math.floor((term + 1) * cols / terms);
      colIdx[begin + term] = from + stream.below(to - from);
    }
  }
  const matrix = {
    rows,
    cols,
    rowPtr: Uint32Array.from(rowPtr),
    colIdx,
    values: repeatedUniform(end, stream),
  };
  return { matrix, features: repeatedUniform(cols * width, stream), width };
}
