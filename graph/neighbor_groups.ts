/**
 * Neighbour groups: rows cut into slices of bounded length, so that the work of one worker is bounded.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { CsrMatrix } from "./csr.ts";

/**
 * The rows of a matrix in slices of at most `groupSize` entries. Group g never crosses the end of its row.
 */
export interface NeighborGroups {
  /** Greatest number of entries a group may have. */
  readonly groupSize: number;
  /** Number of groups. */
  readonly count: number;
  /**
   * `count + 1` offsets into `colIdx`: group g covers the entries `[start[g], start[g + 1])` of row
   * `rowOf[g]`.
   */
  readonly start: Uint32Array;
  /** Row of each of the `count` groups, ascending. */
  readonly rowOf: Uint32Array;
  /** Entries of the largest group; 0 if there is none. */
  readonly largest: number;
  /**
   * `rows + 1` offsets into the groups: those of row r are `[groupPtr[r], groupPtr[r + 1])`, none for an
   * empty row.
   */
  readonly groupPtr: Uint32Array;
}

/**
 * Cuts rows into `ceil(degree / groupSize)` groups each, in row order; all are full except the last of a row
 * (GNNAdvisor; eppgcn, Figure 2). Linear in rows and groups; entries are not read.
 *
 * @throws {UsageError} if the group size is not an integer from 1.
 *
 * @example
 * ```ts
 * import { csrFromEdges, neighborGroups } from "gnn-repro/graph";
 * const star = csrFromEdges({ vertices: 5, source: Uint32Array.of(1, 2, 3, 4), target: new Uint32Array(4) });
 * const groups = neighborGroups(star, 3);
 * if (groups.start.join() !== "0,3,4") throw new Error("three entries, then the one that is left");
 * ```
 */
export function neighborGroups(matrix: CsrMatrix, groupSize: number): NeighborGroups {
  if (!Number.isInteger(groupSize) || groupSize < 1) {
    throw new UsageError({
      action: "group the neighbours of a graph",
      current: `the group size ${groupSize}`,
      wanted: "a whole number from 1",
      next: "pass the greatest number of neighbours that one group may have",
    });
  }
  const { rows, rowPtr } = matrix;
  const groupPtr = new Uint32Array(rows + 1);
  let longest = 0;
  for (let r = 0; r < rows; r++) {
    const degree = rowPtr[r + 1] - rowPtr[r];
    longest = Math.max(longest, degree);
    groupPtr[r + 1] = groupPtr[r] + Math.ceil(degree / groupSize);
  }
  const count = groupPtr[rows];
  const start = new Uint32Array(count + 1);
  const rowOf = new Uint32Array(count);
  for (let r = 0; r < rows; r++) {
    for (let g = groupPtr[r], entry = rowPtr[r]; g < groupPtr[r + 1]; g++, entry += groupSize) {
      start[g] = entry;
      rowOf[g] = r;
    }
  }
  start[count] = rowPtr[rows];
  return { groupSize, count, start, rowOf, largest: Math.min(longest, groupSize), groupPtr };
}
