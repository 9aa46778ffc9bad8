/**
 * Checks of the sizes that a file claims against what was read of it.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ReadingBudget } from "../bytes/reading_budget.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Greatest number of vertices or columns that is plausible for a file with this many entries. */
function plausibleExtent(entries: number): number {
  return 65_536 + 64 * entries;
}

/** Bytes a vertex of a loaded graph: offset, cursor, degree and label. */
const VERTEX_BYTES = 16;

function assertPlausible(
  claim: { readonly extent: number; readonly of: string },
  found: { readonly entries: number; readonly of: string },
  { file }: ReadingBudget,
): void {
  const most = plausibleExtent(found.entries);
  if (claim.extent >= 0 && claim.extent <= most) return;
  throw new DataError({ file }, {
    current: `${claim.extent} ${claim.of} for ${found.entries} ${found.of}`,
    wanted: `at most ${most} ${claim.of}`,
    next: `check that this is the file that its name says, or renumber its ${claim.of} without gaps`,
  });
}

/**
 * Checks a vertex count against the edges that were read and the file's size.
 *
 * @throws {DataError} if a few bytes of a file ask for far more vertices than it has edges.
 */
export function assertPlausibleVertices(vertices: number, edges: number, budget: ReadingBudget): void {
  assertPlausible({ extent: vertices, of: "vertices" }, { entries: edges, of: "edges" }, budget);
  budget.assertRoom(VERTEX_BYTES * vertices, plural(vertices, "vertex", "vertices"));
}

/**
 * Checks the width of sparse features against their entries.
 *
 * @throws {DataError} if a few bytes of a file ask for far more columns than it has entries.
 */
export function assertPlausibleWidth(width: number, entries: number, budget: ReadingBudget): void {
  assertPlausible({ extent: width, of: "feature columns" }, { entries, of: "entries" }, budget);
}
