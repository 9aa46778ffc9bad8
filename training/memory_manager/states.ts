/**
 * How far a training step has come, and what is worth keeping on the device there: the states and active tensors of roc.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { GraphSets, membersOf } from "./graph_sets.ts";
import type { OperationGraph } from "./operation_graph.ts";

/** More than any graph of one chain with side branches has; independent operations double the states each. */
const MOST_STATES = 2 ** 16;

/** A set of executed operations. */
export interface OperationState {
  /** Places in {@linkcode OperationGraph.operations}, ascending. */
  readonly operations: readonly number[];
  /** A(S): places in {@linkcode OperationGraph.tensors}, ascending. */
  readonly activeTensors: readonly number[];
}

/**
 * The valid states of a graph: sets of operations that contain all predecessors of their members, from the empty one to all
 * operations, smaller ones first. Active is a tensor that a member reads or writes and another operation reads: the rule that
 * gives Table 3 of roc (Jia et al., MLSys 2020, section 5), whose text names only what members write.
 *
 * @throws {UsageError} where there are more than 65,536.
 * @example
 * ```ts
 * import { ginExample, validStates } from "gnn-repro/training";
 * const states = validStates(ginExample());
 * if (states.length !== 8) throw new Error("the empty state and the seven of Table 3");
 * ```
 */
export function validStates(graph: OperationGraph): readonly OperationState[] {
  const sets = new GraphSets(graph);
  return enumerateStates(sets).map((state) => ({
    operations: membersOf(state),
    activeTensors: membersOf(sets.active(state)),
  }));
}

/** How large the dynamic program's table can become. */
export interface StateCounts {
  /** S: valid states, the empty one left out. */
  readonly states: number;
  /** T: sets of active tensors of the state that has most. */
  readonly tensorSets: number;
}

/**
 * Counts valid states and the most tensor sets of one, as roc counts them for its bounds (at most 16 and 4096).
 *
 * @throws {UsageError} as {@linkcode validStates}.
 */
export function countStates(graph: OperationGraph): StateCounts {
  const states = validStates(graph);
  return {
    states: states.length - 1,
    tensorSets: 2 ** Math.max(...states.map(({ activeTensors }) => activeTensors.length)),
  };
}

/** Every valid state as a set, smaller ones first. */
function enumerateStates(sets: GraphSets): bigint[] {
  const found: bigint[] = [0n];
  let level = new Set(found);
  while (level.size > 0) {
    const next = new Set<bigint>();
    for (const state of level) {
      for (const operation of sets.ready(state)) next.add(state | 1n << BigInt(operation));
    }
    found.push(...next);
    assertFewStates(found.length);
    level = next;
  }
  return found;
}

/**
 * Refuses a graph whose operations wait for each other too rarely.
 *
 * @throws {UsageError} above 65,536 states.
 */
export function assertFewStates(states: number): void {
  if (states <= MOST_STATES) return;
  throw new UsageError({
    action: "list the states of an operation graph",
    current: `more than ${MOST_STATES}`,
    wanted: "a chain of operations with few side branches",
    next: "fuse operations that nothing waits for, or plan with another policy",
  });
}
