/**
 * Bytes that a device copies from the host in an iteration, by a plan of the memory manager.
 *
 * @module
 */
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import {
  type CachingPolicy,
  type GraphOperation,
  type OperationGraph,
  planTransfers,
} from "../../../training/memory_manager/mod.ts";
import type { PartitionedLayer } from "../../../training/partitioned/mod.ts";
import { partOperations } from "./part_operations.ts";

/** Bytes of a P100. */
export const CARD_BYTES = 16e9;

/** Parameters of {@linkcode copiedBytes}. */
export interface CopiedLayers {
  /** Layers, in order; the whole step through them is planned at once, as roc plans an architecture. */
  readonly layers: readonly PartitionedLayer[];
  /** Policy by which tensors stay on the device. */
  readonly caching: CachingPolicy;
  /** Bytes of the device. */
  readonly capacityBytes: number;
  /** Seed of the layers' programs. */
  readonly seed: number;
}

/**
 * Bytes that the device of one partition copies, forward and backward; 0 for a partition without vertices.
 */
export function copiedBytes(
  block: RangeBlock,
  { layers, caching, capacityBytes, seed }: CopiedLayers,
): number {
  if (block.end === block.begin) return 0;
  return loadedBytes(partOperations(block, { layers, seed }), caching, capacityBytes);
}

/**
 * Bytes that a policy loads. An operation that is larger than the card goes over it in pieces, by whatever
 * policy: it loads all that it reads and leaves nothing on the card. Those between are planned together.
 */
function loadedBytes({ tensors, operations }: OperationGraph, policy: CachingPolicy, room: number): number {
  const bytesOf = (places: readonly number[]) => sumOf(places, (place) => tensors[place].bytes);
  let loaded = 0, together: GraphOperation[] = [];
  const plan = () => {
    const own = { tensors, operations: together };
    loaded += planTransfers(own, { policy, capacityBytes: room }).loadedBytes;
    together = [];
  };
  for (const operation of operations) {
    const { reads, writes } = operation;
    if (bytesOf([...reads, ...writes]) <= room) together.push(operation);
    else {
      plan();
      loaded += bytesOf(reads);
    }
  }
  plan();
  return loaded;
}
