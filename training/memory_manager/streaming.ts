/**
 * Caching policy without a cache: every operation loads all its operands.
 *
 * @module
 */
import type { GraphSets } from "./graph_sets.ts";
import type { PolicyChoice } from "./transfer_plan.ts";

/** Choices of a device that keeps nothing, in the graph's order. */
export function stream({ graph }: GraphSets): PolicyChoice[] {
  return graph.operations.map((_, operation) => ({ operation, keeps: 0n }));
}
