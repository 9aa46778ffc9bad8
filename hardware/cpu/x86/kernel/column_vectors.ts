/**
 * Columns of a dense matrix as vectors.
 *
 * @module
 */

/** A vector of columns. */
export interface ColumnVector {
  /** First column. */
  readonly at: number;
  /** Columns, all lanes but in a masked tail. */
  readonly columns: number;
}

/**
 * Treatment of the columns that do not fill a vector: `mask` touches only them, `overlap` computes some
 * columns twice, which suits kernels that overwrite their output and needs no masks.
 */
export type Tail = "mask" | "overlap";

/** Splits columns into vectors; fewer than one vector are masked in any case. */
export function columnVectors(width: number, lanes: number, tail: Tail): readonly ColumnVector[] {
  return Array.from({ length: Math.ceil(width / lanes) }, (_, i) => {
    const at = i * lanes, left = width - at;
    if (left >= lanes) return { at, columns: lanes };
    return tail === "overlap" && width > lanes
      ? { at: width - lanes, columns: lanes }
      : { at, columns: left };
  });
}
