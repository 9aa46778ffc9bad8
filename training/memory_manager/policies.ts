/**
 * Caching policies: those that roc compares, and one that knows what is read next.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { dynamicProgram, type Recurrence } from "./dynamic_program.ts";
import { farthestNextUse } from "./farthest_next_use.ts";
import { GraphSets } from "./graph_sets.ts";
import { leastRecentlyUsed } from "./least_recently_used.ts";
import type { OperationGraph } from "./operation_graph.ts";
import { stream } from "./streaming.ts";
import { assertCapacity, type PolicyChoice, type TransferPlan, transferPlan } from "./transfer_plan.ts";

/**
 * Caching policy: `streaming` caches nothing, `lru` evicts the least recently used tensor,
 * `farthest-next-use` the one that is read again last, `dynamic-program` is roc's own.
 */
export type CachingPolicy = "streaming" | "lru" | "farthest-next-use" | "dynamic-program";

/** Settings of a transfer plan. */
export interface TransferOptions {
  /** Caching policy. */
  readonly policy: CachingPolicy;
  /** Bytes of the device for tensors and workspaces together. */
  readonly capacityBytes: number;
  /** Reading of the dynamic program; `corrected` by default. */
  readonly recurrence?: Recurrence;
  /** Operations before which the device is emptied, whatever the policy would have kept; none by default. */
  readonly emptyBefore?: ReadonlySet<number>;
}

/**
 * Plans the transfers of a training step whose tensors all lie in host memory, by shapes alone. For every
 * graph and capacity the dynamic program loads at most as much as any other policy, and each of these at most
 * as much as streaming, since each operation loads a part of its operands. Emptying the device in between
 * loads more.
 *
 * @throws {OutOfMemoryError} where an operation does not fit with all its operands and results, with the
 * bytes that it needs.
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
): PolicyChoice[] {
  switch (policy) {
    case "streaming":
      return stream(sets);
    case "lru":
      return leastRecentlyUsed(sets, capacityBytes);
    case "farthest-next-use":
      return farthestNextUse(sets, capacityBytes);
    case "dynamic-program":
      return dynamicProgram(sets, capacityBytes, recurrence);
    default:
      policy satisfies never;
      throw new UsageError({
        action: "plan transfers",
        current: `policy "${policy}"`,
        wanted: "streaming, lru, farthest-next-use or dynamic-program",
        next: "name one of them",
      });
  }
}
