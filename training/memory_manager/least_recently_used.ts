/**
 * Caching policy that evicts the least recently used tensor.
 *
 * @module
 */
import { type GraphSets, setOf } from "./graph_sets.ts";
import type { PolicyChoice } from "./transfer_plan.ts";

/**
 * Choices of an LRU cache, in the graph's order. An operation touches the tensors that it reads and then
 * those that it writes, each group in the order of names; results enter without a load. While the total does
 * not fit, the least recently used tensor that the operation does not use is evicted, needed later or not.
 */
export function leastRecentlyUsed({ graph, needed }: GraphSets, capacityBytes: number): PolicyChoice[] {
  const { tensors, operations } = graph;
  const byName = (a: number, b: number) => {
    const [one, other] = [tensors[a].name, tensors[b].name];
    return one < other ? -1 : one > other ? 1 : a - b;
  };
  // A set is in the order of insertion: the least recently used tensor comes first.
  const cached = new Set<number>();
  return operations.map(({ reads, writes }, operation) => {
    for (const tensor of [...reads.toSorted(byName), ...writes.toSorted(byName)]) {
      cached.delete(tensor);
      cached.add(tensor);
    }
    const bystanders = [...cached].slice(0, cached.size - reads.length - writes.length);
    let bytes = bystanders.reduce((sum, tensor) => sum + tensors[tensor].bytes, needed[operation]);
    for (const tensor of bystanders) {
      if (bytes <= capacityBytes) break;
      cached.delete(tensor);
      bytes -= tensors[tensor].bytes;
    }
    return { operation, keeps: setOf(cached) };
  });
}
