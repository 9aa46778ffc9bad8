/**
 * Check of an ID map. Maps number the same ids differently, so there is no single correct output to compare
 * with; the check proves an output correct from the output itself.
 *
 * @module
 */
import { type CompactIds, compactIds } from "../../graph/sampling/id_map.ts";
import type { CheckReport } from "../checks/check_report.ts";
import type { IdMapProblem } from "./id_map.ts";

/**
 * Checks that a map is a bijection of the distinct ids onto 0 to m - 1. `unique[local[i]] = ids[i]` for every
 * i and the kept ids in their places mean that every id occurs in `unique`; as `unique` has exactly as many
 * entries as there are distinct ids, none occurs twice, so that equal ids have equal local ids and different
 * ones different ones. Two maps that pass on one problem are equal up to relabelling. `checkedRows` counts
 * all ids; there is no tolerance.
 */
export function checkIdMap(
  { ids, kept = new Uint32Array(), distinct = compactIds(ids, kept).unique.length }: IdMapProblem,
  { local, unique }: CompactIds,
): CheckReport {
  const checkedRows = kept.length + ids.length;
  const wrong = (row: number, got: number, wanted: number): CheckReport => ({
    ok: false,
    relErr: Infinity,
    tolerance: 0,
    checkedRows,
    worst: { row, got, wanted, allowed: 0 },
  });
  if (unique.length !== distinct) return wrong(checkedRows, unique.length, distinct);
  if (local.length !== ids.length) return wrong(checkedRows, local.length, ids.length);
  for (let i = 0; i < kept.length; i++) {
    if (unique[i] !== kept[i]) return wrong(i, unique[i], kept[i]);
  }
  for (let i = 0; i < ids.length; i++) {
    const got = unique[local[i]];
    if (got !== ids[i]) return wrong(kept.length + i, got ?? NaN, ids[i]);
  }
  return { ok: true, relErr: 0, tolerance: 0, checkedRows };
}
