/**
 * Waves of neighbour groups: ranges whose partial rows are resident together, so that they stay in a cache
 * between the two phases of the kernel.
 *
 * @module
 */
import type { NeighborGroups } from "../../../graph/neighbor_groups.ts";

/** Range of groups, and the partial rows and rows that belong to it. */
export interface Wave {
  /** First group. */
  readonly firstGroup: number;
  /** Group after the last. */
  readonly lastGroup: number;
  /** First partial row. */
  readonly firstSlot: number;
  /** Partial row after the last. */
  readonly lastSlot: number;
  /** First row with groups in the wave. */
  readonly firstRow: number;
  /** Row after the last. */
  readonly lastRow: number;
}

/**
 * Offsets of each row's partial rows: every group of a row has one except the first, which writes to the
 * result.
 */
export function partialSlots({ groupPtr }: NeighborGroups): Uint32Array {
  const slotPtr = new Uint32Array(groupPtr.length);
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    slotPtr[row + 1] = slotPtr[row] + Math.max(0, groupPtr[row + 1] - groupPtr[row] - 1);
  }
  return slotPtr;
}

/** Divides the groups into waves of at most `capacity` partial rows; one wave where there are none. */
export function cutWaves(
  { groupPtr, count }: NeighborGroups,
  slotPtr: Uint32Array,
  capacity: number,
): Wave[] {
  const rows = groupPtr.length - 1, slots = slotPtr[rows];
  const waves: Wave[] = [];
  let firstGroup = 0, firstRow = 0, row = 0;
  for (let firstSlot = 0; firstSlot < slots || waves.length === 0; firstSlot += capacity) {
    const lastSlot = Math.min(slots, firstSlot + capacity);
    if (lastSlot === slots) {
      waves.push({ firstGroup, lastGroup: count, firstSlot, lastSlot, firstRow, lastRow: rows });
      break;
    }
    // The next wave begins with the group of slot `lastSlot`; that group's row may have slots in both waves.
    while (slotPtr[row + 1] <= lastSlot) row++;
    const lastGroup = groupPtr[row] + 1 + lastSlot - slotPtr[row];
    waves.push({ firstGroup, lastGroup, firstSlot, lastSlot, firstRow, lastRow: row + 1 });
    firstGroup = lastGroup;
    firstRow = row;
  }
  return waves;
}
