/**
 * No cache: every operation loads all that it reads.
 *
 * @module
 */
import type { GraphSets } from "./graph_sets.ts";
import type { Choice } from "./transfer_plan.ts";

/** The choices of a device that keeps nothing, in the graph's order. */
export function stream({ graph }: GraphSets): Choice[] {
  return graph.operations.map((_, operation) => ({ operation, keeps: 0n }));
}
