/**
 * Database of halo vertices, built by a rank from the lists that the other ranks send.
 *
 * @module
 */
import type { HaloDatabase, RankPartition } from "./rank_partition.ts";

/**
 * Builds `db_halo` of a rank from the halo lists that all ranks have broadcast (distgnn-mb, Algorithm 1):
 * equal to `dbHalo` of its {@linkcode RankPartition}.
 *
 * @param lists VID_o of the halo vertices of each rank, ascending, as `haloVertices` returns them.
 */
export function haloDatabase(
  { vertices, solid, rank }: Pick<RankPartition, "vertices" | "solid" | "rank">,
  lists: readonly Uint32Array[],
): HaloDatabase {
  const rankPtr = new Uint32Array(lists.length + 1);
  const found = lists.map((list, j) => {
    const places = new Uint32Array(j === rank ? 0 : Math.min(list.length, solid));
    let count = 0;
    if (j !== rank) {
      // Both lists ascend: walk them side by side.
      for (let i = 0, p = 0; i < list.length && p < solid;) {
        if (list[i] === vertices[p]) {
          places[count++] = p++;
          i++;
        } else if (list[i] < vertices[p]) i++;
        else p++;
      }
    }
    rankPtr[j + 1] = rankPtr[j] + count;
    return places.subarray(0, count);
  });
  const database = new Uint32Array(rankPtr[lists.length]);
  found.forEach((places, j) => database.set(places, rankPtr[j]));
  return { rankPtr, vertices: database };
}
