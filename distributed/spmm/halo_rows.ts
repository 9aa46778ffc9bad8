/**
 * Rows of the dense matrix that a rank's blocks read, and those of its own that other ranks' blocks read:
 * what has to be sent, where a broadcast would send all rows.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { SparseOperand } from "../../training/program/tensor.ts";
import type { RankSet } from "./rank_set.ts";
import type { RankShare } from "./rank_share.ts";
import { groupCount, memberRanks, placeOf } from "./scheme.ts";

/** Rows to exchange for the products of one rank, as ascending places within a row range. */
export interface HaloRows {
  /**
   * Rows of another range that the rank's block of each operand reads, by column range. A block without
   * entries reads one row, since no tensor is empty.
   */
  readonly needed: ReadonlyMap<SparseOperand, ReadonlyMap<number, Uint32Array>>;
  /**
   * Rows of the rank's own range that blocks of other groups read, by group; empty for groups that get their
   * rows from another member, and for the rank's own.
   */
  readonly wanted: ReadonlyMap<SparseOperand, readonly Uint32Array[]>;
}

/**
 * Lists what the ranks here need, and tells the ranks that have it: words linear in the rows to exchange.
 * Collective.
 */
export function haloRows(shares: readonly RankShare[], set: RankSet): HaloRows[] {
  const needed = shares.map(neededRows);
  const wanted = shares.map(() => new Map<SparseOperand, readonly Uint32Array[]>());
  const [{ scheme, program: { sparse } }] = shares, none = new Uint32Array();
  const places = shares.map((share, place) => ({ place, ...placeOf(scheme, share.rank) }));
  for (const [member, beside] of Map.groupBy(places, (place) => place.member)) {
    const ranks = memberRanks(scheme, member);
    for (const operand of sparse) {
      // The rank of this place in group j has the rows of range j, for every j that such ranks multiply.
      const lists = beside.map(({ place }) =>
        Array.from(
          { length: groupCount(scheme) },
          (_, group) => needed[place].get(operand)?.get(group) ?? none,
        )
      );
      const received = ranks.length > 1 ? set.swapLists(lists, ranks) : lists;
      for (const [i, { place }] of beside.entries()) wanted[place].set(operand, received[i]);
    }
  }
  return shares.map((_, place) => ({ needed: needed[place], wanted: wanted[place] }));
}

function neededRows({ rank, scheme, blocks }: RankShare): HaloRows["needed"] {
  const { group } = placeOf(scheme, rank);
  return new Map(Array.from(blocks, ([operand, columns]) => {
    const others = Array.from(columns).filter(([column]) => column !== group);
    return [operand, new Map(others.map(([column, block]) => [column, rowsRead(block)]))] as const;
  }));
}

function rowsRead({ cols, colIdx }: CsrMatrix): Uint32Array {
  const isRead = new Uint8Array(cols);
  for (let entry = 0; entry < colIdx.length; entry++) isRead[colIdx[entry]] = 1;
  const places = new Uint32Array(sumOf(isRead));
  for (let row = 0, at = 0; row < cols; row++) if (isRead[row] === 1) places[at++] = row;
  return places.length > 0 ? places : Uint32Array.of(0);
}

/** Renumbers the columns of a block by their places among those that are kept, which include all it has. */
export function keptColumns(block: CsrMatrix, kept: Uint32Array): CsrMatrix {
  const places = new Uint32Array(block.cols);
  for (const [place, column] of kept.entries()) places[column] = place;
  return { ...block, cols: kept.length, colIdx: block.colIdx.map((column) => places[column]) };
}
