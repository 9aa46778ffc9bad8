/**
 * Bytes that a device copies from the host in an iteration, by the plans of the memory manager.
 *
 * @module
 */
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import {
  type CachingPolicy,
  type OperationGraph,
  operationsOf,
  planTransfers,
} from "../../../training/memory_manager/mod.ts";
import { BlockOperands, layerProgram, type PartitionedLayer } from "../../../training/partitioned/mod.ts";

/** Bytes of a P100. */
export const CARD_BYTES = 16e9;

/** Parameters of {@linkcode copiedBytes}. */
export interface CopiedLayers {
  /** Layers, in order; each is planned by itself. */
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
  const { shape } = new BlockOperands(block);
  return layers.reduce((sum, { layer, inputWidth: width }, at) => {
    const { program, isTimed } = layerProgram(layer, {
      block: shape,
      width,
      work: "training",
      inputGradient: at > 0,
      seed,
    });
    const { graph } = operationsOf({ ...program, train: program.train.filter(isTimed) });
    return sum + loadedBytes(graph, caching, capacityBytes);
  }, 0);
}

function loadedBytes(graph: OperationGraph, policy: CachingPolicy, capacityBytes: number): number {
  try {
    return planTransfers(graph, { policy, capacityBytes }).loadedBytes;
  } catch (error) {
    // An operation that is larger than a card goes over it in pieces, by whatever policy.
    if (!(error instanceof OutOfMemoryError)) throw error;
    return planTransfers(graph, { policy: "streaming", capacityBytes: Infinity }).loadedBytes;
  }
}
