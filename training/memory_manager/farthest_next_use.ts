/**
 * Caching policy that evicts the tensor that is read again last, or never.
 *
 * @module
 */
import { type GraphSets, setOf } from "./graph_sets.ts";
import type { PolicyChoice } from "./transfer_plan.ts";

/**
 * Choices of a cache that knows the operations to come, in the graph's order (Belady, "A study of replacement
 * algorithms for a virtual-storage computer", 1966, there for pages of one size). While the total does not
 * fit, the tensor whose next read is farthest away is evicted of those that the operation does not use; of
 * several that one operation reads next, or none, the largest, and of equally large ones the first.
 */
export function farthestNextUse({ graph, needed }: GraphSets, capacityBytes: number): PolicyChoice[] {
  const { tensors, operations } = graph;
  const nextRead = (tensor: number, after: number) => {
    const next = operations.findIndex(({ reads }, operation) => operation > after && reads.includes(tensor));
    return next < 0 ? operations.length : next;
  };
  const cached = new Set<number>();
  return operations.map(({ reads, writes }, operation) => {
    const used = new Set([...reads, ...writes]);
    const bystanders = [...cached].filter((tensor) => !used.has(tensor))
      .map((tensor) => ({ tensor, next: nextRead(tensor, operation), bytes: tensors[tensor].bytes }))
      .toSorted((a, b) => b.next - a.next || b.bytes - a.bytes || a.tensor - b.tensor);
    let bytes = bystanders.reduce((sum, each) => sum + each.bytes, needed[operation]);
    for (const bystander of bystanders) {
      if (bytes <= capacityBytes) break;
      cached.delete(bystander.tensor);
      bytes -= bystander.bytes;
    }
    for (const tensor of used) cached.add(tensor);
    return { operation, keeps: setOf(cached) };
  });
}
