/**
 * Passes over the columns of rows: a loop over groups of whole vectors, then the columns that are left over.
 *
 * @module
 */
import { type Gpr, mem } from "../assembler/operand.ts";
import { type ColumnVector, columnVectors } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import { loop } from "./loop.ts";
import { TailMask } from "./tail_mask.ts";

const FLOAT_BYTES = 4;

/** Columns of rows that lie at the same distance from several addresses. */
export interface RowColumns {
  /** Name of the loop in the listing. */
  readonly name: string;
  /** Number of columns. */
  readonly columns: number;
  /** Addresses of the rows; they advance to behind the columns. */
  readonly rows: readonly Gpr[];
  /** Vectors that a pass of the loop's body computes. */
  readonly vectors?: number;
}

/** Mask of the columns that do not fill a vector. */
export function tailOf(kernel: KernelBuilder, columns: number): TailMask {
  return new TailMask(kernel, columnVectors(columns, kernel.lanes, "mask"));
}

/**
 * Emits `body` for the columns of rows: for groups of whole vectors, and for the columns behind them. A
 * vector's columns are counted from where the addresses are at that time.
 */
export function alongColumns(
  kernel: KernelBuilder,
  { name, columns, rows, vectors = 1 }: RowColumns,
  body: (group: readonly ColumnVector[]) => void,
): void {
  const { a, lanes } = kernel, width = vectors * lanes;
  const groups = Math.floor(columns / width), rest = columns % width;
  const once = (some: number) => {
    if (some === 0) return;
    body(columnVectors(some, lanes, "mask"));
    for (const row of rows) a.add(row, FLOAT_BYTES * some);
  };
  if (groups > 1) {
    const step = FLOAT_BYTES * width, [at, ...others] = rows, end = kernel.general(`end of ${name}`);
    a.lea(end, mem(at, groups * step));
    const along = others.map((row) => [row, step] as const);
    loop(kernel, { name, at, end, step, along }, () => body(columnVectors(width, lanes, "mask")));
    kernel.release(end);
  } else once(groups * width);
  once(rest);
}
