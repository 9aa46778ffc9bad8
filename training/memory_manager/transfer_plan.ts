/**
 * What a caching policy decides: the order of the operations and what stays on the device after each; all else follows.
 *
 * @module
 */
import { formatBytes, OutOfMemoryError } from "../../platform/errors.ts";
import { type GraphSets, membersOf } from "./graph_sets.ts";

/** One operation of a plan. Tensors are places in the graph's list, ascending. */
export interface PlannedOperation {
  /** Place in the graph's operations. */
  readonly operation: number;
  /** What it reads and is not on the device: copied there first. */
  readonly loads: readonly number[];
  /** What is on the device when it has run, for later operations. */
  readonly keeps: readonly number[];
  /**
   * What was there, was loaded or was written and is not kept. Of these, what the operation does not use leaves before it runs,
   * the rest after; what it has written is in host memory by then.
   */
  readonly drops: readonly number[];
}

/** A step's transfers. The device's cache is empty before it and after it. */
export interface TransferPlan {
  /** Every operation once. */
  readonly operations: readonly PlannedOperation[];
  /** Bytes copied to the device: all that counts, as results leave it while the next operation runs. */
  readonly loadedBytes: number;
  /** The most bytes on the device at once, workspaces included. */
  readonly peakBytes: number;
}

/** What a policy says of one operation. */
export interface Choice {
  /** Place in the graph's operations. */
  readonly operation: number;
  /** Tensors that are on the device when it has run. */
  readonly keeps: bigint;
}

/**
 * Follows the choices of a policy; what it keeps after the last operation leaves all the same, and everything before the operations
 * of `emptyBefore`.
 */
export function transferPlan(
  sets: GraphSets,
  choices: readonly Choice[],
  emptyBefore: ReadonlySet<number> = new Set(),
): TransferPlan {
  let before = 0n, loadedBytes = 0, peakBytes = 0;
  const operations = choices.map(({ operation, keeps: chosen }, at): PlannedOperation => {
    const used = sets.reads[operation] | sets.writes[operation], next = choices[at + 1];
    // What left earlier than it was chosen to is not there to be kept.
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

/** Bytes of the operation that needs most: the least capacity, whatever the policy. */
export function neededBytes({ needed }: GraphSets): number {
  return Math.max(0, ...needed);
}

/**
 * Refuses a capacity in which some operation cannot run.
 *
 * @throws {OutOfMemoryError} naming the operation that needs most, and its bytes.
 */
export function assertCapacity(sets: GraphSets, capacityBytes: number): void {
  const { graph: { operations }, needed } = sets, most = neededBytes(sets);
  // Not by `<`: a capacity that is no number is refused, too.
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
