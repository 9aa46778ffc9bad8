/**
 * List of all orderings.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { degsort } from "./degsort.ts";
import { metisOrdering } from "./metis.ts";
import { natural } from "./natural.ts";
import type { Ordering } from "./ordering.ts";
import { rabbit } from "./rabbit.ts";
import { random } from "./random.ts";
import { rcm } from "./rcm.ts";
import { slashburn } from "./slashburn.ts";

/** All orderings, with their default parameters. */
export const ORDERINGS: readonly Ordering[] = [
  natural,
  random,
  degsort,
  slashburn,
  rcm,
  metisOrdering(),
  rabbit,
];

/**
 * Finds the ordering with this id.
 *
 * @throws {UsageError} if there is none.
 *
 * @example
 * ```ts
 * import { csrFromEdges, findOrdering } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 2, source: Uint32Array.of(0), target: Uint32Array.of(1) });
 * const { perm } = findOrdering("degsort").compute(graph, { seed: 1 });
 * if (perm.join() !== "1,0") throw new Error("vertex 1 has the greater in-degree");
 * ```
 */
export function findOrdering(id: string): Ordering {
  const ordering = ORDERINGS.find((known) => known.id === id);
  if (ordering) return ordering;
  throw new UsageError({
    action: "find an ordering",
    current: JSON.stringify(id),
    wanted: `one of ${ORDERINGS.map((known) => known.id).join(", ")}`,
    next: "correct the name",
  });
}
