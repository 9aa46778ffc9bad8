/**
 * Transfer plan derived from a caching policy's choices: the order of the operations, and the tensors kept
 * after each.
 *
 * @module
 */
import { OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { type GraphSets, membersOf } from "./graph_sets.ts";
import { neededBytes } from "./operation_graph.ts";

/** One operation of a plan. Tensors are places in the graph's list, ascending. */
export interface PlannedOperation {
  /** Place in the graph's operations. */
  readonly operation: number;
  /** Operands that are not on the device and are copied there first. */
  readonly loads: readonly number[];
  /** Tensors on the device after the operation, for later operations. */
  readonly keeps: readonly number[];
  /**
   * Tensors that are not kept. Those that the operation does not use are dropped before it runs, the rest
   * after; its results are in host memory by then.
   */
  readonly drops: readonly number[];
}

/** Transfers of a step. The device's cache is empty before it and after it. */
export interface TransferPlan {
  /** Operations, each once. */
  readonly operations: readonly PlannedOperation[];
  /**
   * Bytes copied to the device, the cost of a plan, as results are written back while the next operation
   * runs.
   */
  readonly loadedBytes: number;
  /** Greatest number of bytes on the device at once, workspaces included. */
  readonly peakBytes: number;
}

/** Choice of a policy for one operation. */
export interface PolicyChoice {
  /** Place in the graph's operations. */
  readonly operation: number;
  /** Tensors on the device after the operation. */
  readonly keeps: bigint;
}

/**
 * Derives the plan from the choices of a policy; everything is dropped after the last operation and before
 * the operations of `emptyBefore`.
 */
export function transferPlan(
  sets: GraphSets,
  choices: readonly PolicyChoice[],
  emptyBefore: ReadonlySet<number> = new Set(),
): TransferPlan {
  let before = 0n, loadedBytes = 0, peakBytes = 0;
  const operations = choices.map(({ operation, keeps: chosen }, at): PlannedOperation => {
    const used = sets.reads[operation] | sets.writes[operation], next = choices[at + 1];
    // A tensor that was dropped earlier than chosen cannot be kept.
    const keeps = next && !emptyBefore.has(next.operation) ? chosen & (before | used) : 0n;
    const loads = membersOf(sets.reads[operation] & ~before);
    const bystanders = membersOf(before & keeps & ~used);
    loadedBytes += sets.bytesOf(loads);
    peakBytes = Math.max(peakBytes, sets.needed[operation] + sets.bytesOf(bystanders));
    const drops = membersOf((before | used) & ~keeps);
    before = keeps;
    return { operation, loads, keeps: membersOf(keeps), drops };
  });
  return { operations, loadedBytes, peakBytes };
}

/**
 * Checks that every operation can run within a capacity.
 *
 * @throws {OutOfMemoryError} naming the operation that needs most, and its bytes.
 */
export function assertCapacity({ graph, needed }: GraphSets, capacityBytes: number): void {
  const { operations } = graph, most = neededBytes(graph);
  // The comparison is not `<`, so that NaN is refused, too.
  if (operations.length === 0 || capacityBytes >= most) return;
  throw new OutOfMemoryError({
    action: `run "${operations[needed.indexOf(most)].name}" on a device that caches tensors`,
    current: `room for ${bytesText(capacityBytes)}`,
    wanted: `${bytesText(most)}, for all that it reads and writes`,
    next: "raise --device-memory or take a smaller graph",
  });
}

function bytesText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${formatBytes(bytes)} (${bytes} bytes)`;
}
