/**
 * Check of an ordering that was timed: new ids are a permutation, and stay within the blocks of a partition.
 *
 * @module
 */
import { blockOffsets } from "../../graph/orderings/block_wise.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";

/**
 * Whether `perm` (the new id of every old vertex) has each id of `vertices` once, and leaves every vertex
 * in its block.
 *
 * @param blocks Number of equal blocks that vertices have to stay in; 1 where the whole graph is ordered.
 * @example
 * ```ts
 * import { checkOrdering } from "./ordering_check.ts";
 * const withinHalves = Uint32Array.of(1, 0, 3, 2), across = Uint32Array.of(3, 2, 1, 0);
 * if (!checkOrdering(withinHalves, { vertices: 4, blocks: 2 }).ok) throw new Error("ids stay");
 * if (checkOrdering(across, { vertices: 4, blocks: 2 }).ok) throw new Error("vertex 0 leaves");
 * ```
 */
export function checkOrdering(
  perm: Uint32Array,
  { vertices, blocks = 1 }: { readonly vertices: number; readonly blocks?: number },
): CheckReport {
  const offsets = blockOffsets(vertices, blocks), seen = new Uint8Array(vertices);
  const right = { ok: true, relErr: 0, tolerance: 0, checkedRows: vertices };
  const wrongAt = (row: number, wanted: number): CheckReport => ({
    ok: false,
    relErr: 1,
    tolerance: 0,
    checkedRows: row + 1,
    worst: { row, col: 0, got: perm[row], wanted, allowed: 0 },
  });
  for (let block = 0; block < blocks; block++) {
    const begin = offsets[block], end = offsets[block + 1];
    for (let vertex = begin; vertex < end; vertex++) {
      const id = perm[vertex];
      // A missing id is undefined, and in no range.
      if (!(id >= begin && id < end) || seen[id] === 1) return wrongAt(vertex, seen.indexOf(0, begin));
      seen[id] = 1;
    }
  }
  return perm.length === vertices ? right : wrongAt(vertices, NaN);
}
