/**
 * Merge path of a CSR matrix: its row ends and its entries as one list, cut into equal shares.
 *
 * @module
 */
import { CONTINUES, SHARED_WORDS } from "../../plans/work_items_webgpu.ts";

/** Words of a share's record. */
export const SHARE_WORDS = 4;

/** Rows of a matrix as the path sees them. */
export interface MergePathRows {
  /** Number of rows. */
  readonly rows: number;
  /** First entry of row 0. */
  readonly firstEntry: number;
  /** Entry after the last of a row. */
  readonly end: (row: number) => number;
  /** Whether row 0 continues a row that others have begun. */
  readonly continues: boolean;
}

/** Shares of a path. */
export interface PathShares {
  /** Number of shares. */
  readonly count: number;
  /**
   * Records of the shares and of the path's end, four words each: the row and the entry at which the share
   * begins, its first partial sum, and 1 where an earlier share has begun the row.
   */
  readonly records: Uint32Array<ArrayBuffer>;
  /** Number of partial sums: of each row that lies in several shares, one in each of them. */
  readonly partials: number;
  /**
   * Records of rows that lie in several shares, ascending, four words each: the row, its first partial sum,
   * the one after its last, and {@link CONTINUES} where the row continues that of others.
   */
  readonly shared: Uint32Array<ArrayBuffer>;
}

/**
 * Cuts the path into shares of `length` row ends and entries. A row's end goes to the share of its last
 * entry.
 *
 * @example
 * ```ts
 * import { cutPath } from "./merge_path.ts";
 * // Row 0 has five entries, row 1 none: seven steps.
 * const rows = { rows: 2, firstEntry: 0, end: () => 5, continues: false };
 * const { count, partials } = cutPath(rows, 3);
 * if (count !== 3 || partials !== 2) throw new Error("row 0 lies in the first two shares");
 * ```
 */
export function cutPath({ rows, firstEntry, end, continues }: MergePathRows, length: number): PathShares {
  const lastEntry = rows === 0 ? firstEntry : end(rows - 1);
  const steps = rows + lastEntry - firstEntry, count = Math.ceil(steps / length);
  const records = new Uint32Array((count + 1) * SHARE_WORDS);
  const shared: number[] = [];
  let partials = 0;
  /** Counts a partial sum of a row. */
  const addPartial = (row: number) => {
    if (shared.at(-SHARED_WORDS) !== row) {
      shared.push(row, partials, partials, row === 0 && continues ? CONTINUES : 0);
    }
    shared[shared.length - 2] = ++partials;
  };
  let row = 0, entry = firstEntry, begun = false;
  for (let share = 0; share <= count; share++) {
    records.set([row, entry, partials, begun ? 1 : 0], share * SHARE_WORDS);
    if (share === count) break;
    const step = Math.min(steps, (share + 1) * length), first = row, from = entry;
    while (row < rows && end(row) - firstEntry + row + 1 <= step) row++;
    entry = firstEntry + step - row;
    if (row < rows && entry === end(row)) row++;
    if (begun && (row > first || entry > from)) addPartial(first);
    if (row > first) begun = false;
    if (begun || entry === (row === first ? from : end(row - 1))) continue;
    begun = true;
    addPartial(row);
  }
  return { count, records, partials, shared: Uint32Array.from(shared) };
}
