/**
 * The example of roc Table 3: states of a one-layer GIN and their active tensors, beside the printed ones.
 *
 * @module
 */
import { type OperationGraph, validStates } from "../../../training/memory_manager/mod.ts";

/** Active tensors after 1, 2, ... of the seven operations, as the table prints them. */
const PRINTED_ROWS = [
  ["g", "a"],
  ["g", "a", "b", "w1"],
  ["g", "a", "b", "h1", "w1", "w2"],
  ["g", "a", "b", "w1", "w2", "dh1"],
  ["g", "a", "b", "w1", "db"],
  ["g", "a", "da"],
  [],
];

/** Number of the table's rows. */
export const EXAMPLE_STATES = PRINTED_ROWS.length;

/**
 * Number of active tensors by which each row of the table differs, all of them where there is no such state,
 * and number of valid states that are in no row.
 */
export function exampleDifferences(
  graph: OperationGraph,
): { readonly rows: readonly number[]; readonly otherStates: number } {
  const states = validStates(graph).filter(({ operations }) => operations.length > 0);
  const isPrefix = (operations: readonly number[]) => operations.every((operation, at) => operation === at);
  const rows = PRINTED_ROWS.map((row, at) => {
    const state = states.find(({ operations }) => isPrefix(operations) && operations.length === at + 1);
    if (state === undefined) return row.length + 1;
    const active = new Set(state.activeTensors.map((place) => graph.tensors[place].name));
    return active.symmetricDifference(new Set(row)).size;
  });
  return { rows, otherStates: states.filter(({ operations }) => !isPrefix(operations)).length };
}
