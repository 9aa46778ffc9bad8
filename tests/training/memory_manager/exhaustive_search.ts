/**
 * References for the dynamic program: a search of all plans, and the catalogued recurrence as printed.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { OperationGraph } from "../../../training/memory_manager/operation_graph.ts";

/**
 * Finds the fewest loaded bytes of all plans: before each operation that can run, any of the cached tensors
 * that it does not use may be dropped; afterwards all tensors that it used are cached. `undefined` where no
 * plan fits. The search stops at plans that have loaded as much as the best one so far, and no plan keeps a
 * tensor without a later reader.
 */
export function fewestBytes(
  { tensors, operations }: OperationGraph,
  capacityBytes: number,
): number | undefined {
  const writer = new Map(operations.flatMap(({ writes }, o) => writes.map((t) => [t, o] as const)));
  let best = Infinity;
  const search = (executed: ReadonlySet<number>, cache: readonly number[], loaded: number) => {
    if (loaded >= best) return;
    if (executed.size === operations.length) best = loaded;
    operations.forEach(({ reads, writes, workspaceBytes = 0 }, o) => {
      if (executed.has(o) || reads.some((t) => writer.has(t) && !executed.has(writer.get(t)!))) return;
      const used = [...reads, ...writes];
      const load = bytesOf(reads.filter((t) => !cache.includes(t)));
      const after = new Set([...executed, o]);
      const isRead = (t: number) =>
        operations.some(({ reads }, other) => !after.has(other) && reads.includes(t));
      for (const kept of subsets(cache.filter((t) => !used.includes(t)))) {
        if (bytesOf(kept) + bytesOf(used) + workspaceBytes > capacityBytes) continue;
        search(after, [...kept, ...used].filter(isRead), loaded + load);
      }
    });
  };
  const bytesOf = (set: readonly number[]) => sumOf(set, (t) => tensors[t].bytes);
  search(new Set(), [], 0);
  return best < Infinity ? best : undefined;
}

function* subsets(items: readonly number[]): Generator<number[]> {
  for (let chosen = 2 ** items.length - 1; chosen >= 0; chosen--) {
    yield items.filter((_, i) => (chosen >> i & 1) === 1);
  }
}

/**
 * Computes `COST(all operations, {})` of Algorithm 1, with its line 14 as printed or corrected; sets are
 * sorted lists as text.
 */
export function recurrenceCost(
  { tensors, operations }: OperationGraph,
  { capacityBytes, corrected }: { readonly capacityBytes: number; readonly corrected: boolean },
): number {
  const bytesOf = (set: Iterable<number>) => sumOf(set, (t) => tensors[t].bytes);
  const active = (state: ReadonlySet<number>) => {
    const touched = new Set([...state].flatMap((o) => [...operations[o].reads, ...operations[o].writes]));
    return new Set(
      operations.flatMap(({ reads }, o) => state.has(o) ? [] : reads.filter((t) => touched.has(t))),
    );
  };
  const isValid = (state: ReadonlySet<number>) =>
    [...state].every((o) =>
      operations.every(({ writes }, p) =>
        state.has(p) || !writes.some((t) => operations[o].reads.includes(t))
      )
    );
  const memo = new Map<string, number>();
  const cost = (state: ReadonlySet<number>, cached: ReadonlySet<number>): number => {
    if (state.size === 0) return bytesOf(cached);
    const key = `${[...state].sort()} | ${[...cached].sort()}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let best = Infinity;
    for (const o of state) {
      const before = new Set(state);
      before.delete(o);
      if (!isValid(before)) continue;
      const reads = new Set(operations[o].reads), writes = new Set(operations[o].writes);
      const needed = cached.union(reads).union(writes);
      if (bytesOf(needed) + (operations[o].workspaceBytes ?? 0) > capacityBytes) continue;
      const worth = active(before);
      const rest = cached.difference(writes);
      const choices = corrected
        ? [...subsets([...reads.intersection(worth)])].map((e) =>
          rest.difference(reads).intersection(worth).union(new Set(e))
        )
        : [rest.intersection(worth)];
      for (const choice of choices) {
        best = Math.min(best, cost(before, choice) + bytesOf(reads.difference(choice)));
      }
    }
    memo.set(key, best);
    return best;
  };
  return cost(new Set(operations.keys()), new Set());
}
