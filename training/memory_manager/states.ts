/**
 * States of a training step and their active tensors, as roc defines them.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { GraphSets, membersOf } from "./graph_sets.ts";
import type { OperationGraph } from "./operation_graph.ts";

/**
 * Greatest number of states, above that of any graph of one chain with side branches; each independent
 * operation doubles it.
 */
const MOST_STATES = 2 ** 16;

/** State: a set of executed operations. */
export interface OperationState {
  /** Places in {@linkcode OperationGraph.operations}, ascending. */
  readonly operations: readonly number[];
  /** A(S): places in {@linkcode OperationGraph.tensors}, ascending. */
  readonly activeTensors: readonly number[];
}

/**
 * Enumerates the valid states of a graph: sets of operations that contain all predecessors of their members,
 * from the empty one to all operations, smaller ones first. A tensor is active if a member reads or writes it
 * and another operation reads it: the rule that gives Table 3 of roc (Jia et al., MLSys 2020, section 5),
 * whose text names only tensors that members write.
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

/** Bounds of the dynamic program's table. */
export interface StateCounts {
  /** Number S of valid states, without the empty one. */
  readonly states: number;
  /** Number T of sets of active tensors, for the state with the most. */
  readonly tensorSets: number;
}

/**
 * Counts valid states and the most tensor sets of one, as roc counts them for its bounds (at most 16 and
 * 4096).
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

/** Enumerates every valid state as a set, smaller ones first. */
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
 * Rejects a graph with too many states.
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
