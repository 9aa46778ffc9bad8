/**
 * Caching policy without a cache: every operation loads all its operands.
 *
 * @module
 */
import type { GraphSets } from "./graph_sets.ts";
import type { Choice } from "./transfer_plan.ts";

/** Choices of a device that keeps nothing, in the graph's order. */
export function stream({ graph }: GraphSets): Choice[] {
  return graph.operations.map((_, operation) => ({ operation, keeps: 0n }));
}
