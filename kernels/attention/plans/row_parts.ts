/**
 * Long rows of a sparse matrix in parts: a hub has as many entries as thousands of other rows together, and
 * those who share their work wait for it.
 *
 * @module
 */
import { SHARED_WORDS } from "../../plans/work_items_webgpu.ts";

/** Words of a record of {@linkcode RowParts}. */
export const PART_WORDS: typeof SHARED_WORDS = SHARED_WORDS;

/** Parts of the rows that have more entries than one of them. */
export interface RowParts {
  /** Most entries of a part, and of a row that is not cut. */
  readonly longest: number;
  /**
   * Records of the parts, row by row, four words each: the row, its part's first entry, the one after its
   * last, and the number of the row among those that are cut.
   */
  readonly parts: Uint32Array<ArrayBuffer>;
  /**
   * Records of the rows that are cut, ascending, as {@linkcode ItemChunk.shared} has them: the row, its first
   * part, the one after its last, and 0.
   */
  readonly cut: Uint32Array<ArrayBuffer>;
}

/** Limits of {@linkcode cutLongRows}, both at least 1. */
export interface PartLimits {
  /** Most entries of a part; doubled until there are few enough. */
  readonly longest: number;
  /** Most parts of all rows together. */
  readonly most: number;
}

/**
 * Cuts the rows with more than `longest` entries into equal parts.
 *
 * @example
 * ```ts
 * import { cutLongRows } from "./row_parts.ts";
 * const { parts } = cutLongRows(Uint32Array.of(0, 2, 9), { longest: 4, most: 8 });
 * if (parts.join() !== "1,2,5,0,1,5,9,0") throw new Error("row 1 has seven entries, in two parts");
 * ```
 */
export function cutLongRows(rowPtr: Uint32Array, { longest, most }: PartLimits): RowParts {
  let length = longest, count = countParts(rowPtr, length);
  while (count > most) count = countParts(rowPtr, length *= 2);
  const parts = new Uint32Array(PART_WORDS * count), cut: number[] = [];
  let part = 0;
  for (let row = 0; row + 1 < rowPtr.length; row++) {
    const first = rowPtr[row], entries = rowPtr[row + 1] - first;
    if (entries <= length) continue;
    const pieces = Math.ceil(entries / length), number = cut.length / PART_WORDS;
    cut.push(row, part, part + pieces, 0);
    for (let piece = 0, begin = first; piece < pieces; piece++, part++) {
      const end = first + Math.floor((piece + 1) * entries / pieces);
      parts.set([row, begin, end, number], PART_WORDS * part);
      begin = end;
    }
  }
  return { longest: length, parts, cut: Uint32Array.from(cut) };
}

/** Number of parts of rows that are longer than one. */
function countParts(rowPtr: Uint32Array, length: number): number {
  let parts = 0;
  for (let row = 0; row + 1 < rowPtr.length; row++) {
    const entries = rowPtr[row + 1] - rowPtr[row];
    if (entries > length) parts += Math.ceil(entries / length);
  }
  return parts;
}
