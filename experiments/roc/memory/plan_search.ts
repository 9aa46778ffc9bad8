/**
 * Every caching schedule of a small operation graph, and random graphs that are small enough for it.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { membersOf, setOf } from "../../../training/memory_manager/graph_sets.ts";
import type { GraphOperation, GraphTensor, OperationGraph } from "../../../training/memory_manager/mod.ts";

/**
 * The fewest bytes of all schedules: before each operation any cached tensors that it does not use may
 * leave; afterwards all that it used is cached. Infinite where an operation does not fit. Time grows with
 * orders and with subsets of the cache: for graphs of a few operations.
 */
export function fewestLoads({ tensors, operations }: OperationGraph, capacityBytes: number): number {
  const reads = operations.map(({ reads }) => setOf(reads));
  const writes = operations.map(({ writes }) => setOf(writes));
  const bytesOf = (set: bigint) => sumOf(membersOf(set), (tensor) => tensors[tensor].bytes);
  const known = new Map<string, number>();
  const from = (executed: bigint, cached: bigint): number => {
    const key = `${executed} ${cached}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const waiting = operations.map((_, o) => o).filter((o) => (executed >> BigInt(o) & 1n) === 0n);
    let fewest = waiting.length === 0 ? 0 : Infinity;
    for (const o of waiting) {
      if (waiting.some((other) => (writes[other] & reads[o]) !== 0n)) continue;
      const used = reads[o] | writes[o], loads = bytesOf(reads[o] & ~cached);
      const needed = bytesOf(used) + (operations[o].workspaceBytes ?? 0);
      for (const kept of subsets(cached & ~used)) {
        if (needed + bytesOf(kept) > capacityBytes) continue;
        fewest = Math.min(fewest, loads + from(executed | 1n << BigInt(o), kept | used));
      }
    }
    known.set(key, fewest);
    return fewest;
  };
  return from(0n, 0n);
}

function* subsets(set: bigint): Generator<bigint> {
  for (let subset = set;; subset = (subset - 1n) & set) {
    yield subset;
    if (subset === 0n) return;
  }
}

const MOST_OPERATIONS = 6, MOST_INPUTS = 3, MOST_BYTES = 9;

/**
 * A graph of 2 to 6 operations, each of which reads up to three tensors, most often the one written last, and
 * writes one.
 */
export function randomOperations(seed: number): OperationGraph {
  const stream = new RandomStream(seed, "operation graph");
  const tensor = (name: string): GraphTensor => ({ name, bytes: 1 + stream.below(MOST_BYTES) });
  const tensors = Array.from({ length: 1 + stream.below(MOST_INPUTS) }, (_, i) => tensor(`x${i}`));
  const operations = Array.from({ length: 2 + stream.below(MOST_OPERATIONS - 1) }, (_, o): GraphOperation => {
    const reads = new Set<number>();
    if (stream.below(4) > 0) reads.add(tensors.length - 1);
    for (let i = stream.below(3); i > 0; i--) reads.add(stream.below(tensors.length));
    return { name: `o${o}`, reads: [...reads], writes: [tensors.push(tensor(`t${o}`)) - 1] };
  });
  return { tensors, operations };
}
