/**
 * The policies that roc compares.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { dynamicProgram, type Recurrence } from "./dynamic_program.ts";
import { GraphSets } from "./graph_sets.ts";
import { leastRecentlyUsed } from "./least_recently_used.ts";
import type { OperationGraph } from "./operation_graph.ts";
import { stream } from "./streaming.ts";
import { assertCapacity, type Choice, type TransferPlan, transferPlan } from "./transfer_plan.ts";

/** `streaming` caches nothing, `lru` evicts what was used longest ago, `dynamic-program` is roc's own. */
export type CachingPolicy = "streaming" | "lru" | "dynamic-program";

/** What is planned for. */
export interface TransferOptions {
  /** How tensors are cached. */
  readonly policy: CachingPolicy;
  /** Bytes of the device that tensors and workspaces may take together. */
  readonly capacityBytes: number;
  /** How the dynamic program is read; `corrected` when absent. */
  readonly recurrence?: Recurrence;
  /** Operations that find an empty device, whatever the policy would have kept; none when absent. */
  readonly emptyBefore?: ReadonlySet<number>;
}

/**
 * Plans the transfers of a training step whose tensors all lie in host memory, by shapes alone. For every graph and capacity the
 * dynamic program loads at most what LRU loads, and LRU at most what streaming does, as it loads a part of what the same operation
 * reads there. A device that is emptied in between loads more.
 *
 * @throws {OutOfMemoryError} where an operation does not fit with all that it reads and writes, with the bytes that it wants.
 * @throws {UsageError} for an unknown policy, or a graph with too many states for the dynamic program.
 * @example
 * ```ts
 * import { ginExample, planTransfers } from "gnn-repro/training";
 * const { loadedBytes } = planTransfers(ginExample(), { policy: "dynamic-program", capacityBytes: 35 });
 * if (loadedBytes !== 20) throw new Error("g, h0, w1 and w2 once each");
 * ```
 */
export function planTransfers(graph: OperationGraph, options: TransferOptions): TransferPlan {
  const sets = new GraphSets(graph);
  assertCapacity(sets, options.capacityBytes);
  return transferPlan(sets, choose(sets, options), options.emptyBefore);
}

function choose(
  sets: GraphSets,
  { policy, capacityBytes, recurrence = "corrected" }: TransferOptions,
): Choice[] {
  switch (policy) {
    case "streaming":
      return stream(sets);
    case "lru":
      return leastRecentlyUsed(sets, capacityBytes);
    case "dynamic-program":
      return dynamicProgram(sets, capacityBytes, recurrence);
    default:
      policy satisfies never;
      throw new UsageError({
        action: "plan transfers",
        current: `policy "${policy}"`,
        wanted: "streaming, lru or dynamic-program",
        next: "name one of them",
      });
  }
}
