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

/** Counts rows of the table whose active tensors are others, and states that are in no row. */
export function exampleDifferences(
  graph: OperationGraph,
): { readonly wrong_rows: number; readonly other_states: number } {
  const text = (tensors: readonly string[]) => tensors.toSorted().join();
  const states = validStates(graph).filter(({ operations }) => operations.length > 0);
  const isPrefix = (operations: readonly number[]) => operations.every((operation, at) => operation === at);
  const wrong = PRINTED_ROWS.filter((row, at) =>
    !states.some(({ operations, activeTensors }) =>
      isPrefix(operations) && operations.length === at + 1 &&
      text(activeTensors.map((place) => graph.tensors[place].name)) === text(row)
    )
  );
  const others = states.filter(({ operations }) => !isPrefix(operations));
  return { wrong_rows: wrong.length, other_states: others.length };
}
