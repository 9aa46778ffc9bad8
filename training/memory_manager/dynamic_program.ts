/**
 * Dynamic program of roc: finds the order of operations and the cache contents with the fewest loaded bytes.
 *
 * @module
 */
import { type GraphSets, membersOf, setOf } from "./graph_sets.ts";
import { leastRecentlyUsed } from "./least_recently_used.ts";
import { maximalSubsets, type Sized } from "./maximal_subsets.ts";
import { assertFewStates } from "./states.ts";
import { stream } from "./streaming.ts";
import { type PolicyChoice, transferPlan } from "./transfer_plan.ts";

/**
 * Reading of roc's Algorithm 1. `printed` starts from an empty cache at the end, and its line 14 lets no
 * tensor be cached before an operation that is not cached after it: so no tensor ever is, and all operands
 * are streamed. `corrected` lets the operands of an operation be cached before it and dropped after it.
 */
export type Recurrence = "corrected" | "printed";

/** Fewest bytes by which a state's operations have run with a given set of tensors in the cache. */
interface Entry {
  /** Bytes loaded. */
  readonly loaded: number;
  /** Set T of cached tensors, a part of the active ones. */
  readonly cached: bigint;
  /** Bytes of T. */
  readonly cachedBytes: number;
  /** Operation that ran last, and the entry before it. */
  readonly last?: { readonly operation: number; readonly before: Entry };
}

/**
 * Finds the choices with the fewest loaded bytes over all orders of the operations. `COST(S, T)` of the
 * catalogued recurrence is tabulated from the empty state on, state by state. A tensor is dropped only when
 * an operation needs its room, and no more than necessary: with more in the cache no later operation loads
 * more, so that entries for smaller sets, which the recurrence also visits, can be left out. So can entries
 * from which LRU's total is out of reach, and entries without a tensor that is read sooner than an equally
 * large one that they have.
 *
 * @throws {UsageError} where the graph has more than 65,536 states.
 */
export function dynamicProgram(
  sets: GraphSets,
  capacityBytes: number,
  recurrence: Recurrence,
): PolicyChoice[] {
  // Every operation runs once and nothing is cached: all orders cost the same.
  if (recurrence === "printed") return stream(sets);
  const bound = transferPlan(sets, leastRecentlyUsed(sets, capacityBytes)).loadedBytes;
  let table = new Map<bigint, Map<bigint, Entry>>([
    [0n, new Map([[0n, { loaded: 0, cached: 0n, cachedBytes: 0 }]])],
  ]);
  let states = 1;
  for (let executed = 0; executed < sets.graph.operations.length; executed++) {
    const next = new Map<bigint, Map<bigint, Entry>>();
    for (const [state, entries] of table) {
      for (const operation of sets.ready(state)) {
        const after = state | 1n << BigInt(operation);
        const known = next.getOrInsertComputed(after, () => new Map());
        follow(sets, entries.values(), { operation, state: after, capacityBytes, bound, known });
      }
    }
    assertFewStates(states += next.size);
    table = next;
  }
  const choices: PolicyChoice[] = [];
  let entry = table.get(sets.all)!.get(0n)!;
  while (entry.last) {
    choices.push({ operation: entry.last.operation, keeps: entry.cached });
    entry = entry.last.before;
  }
  return choices.reverse();
}

/**
 * Runs one operation from each entry of a state, and records the best entry for each cache that it can leave.
 */
function follow(
  sets: GraphSets,
  entries: Iterable<Entry>,
  { operation, state, capacityBytes, bound, known }: {
    readonly operation: number;
    /** State after the operation. */
    readonly state: bigint;
    readonly capacityBytes: number;
    readonly bound: number;
    readonly known: Map<bigint, Entry>;
  },
): void {
  const { graph: { tensors, operations } } = sets;
  const { reads } = operations[operation];
  const used = sets.reads[operation] | sets.writes[operation];
  const room = capacityBytes - sets.needed[operation];
  const active = sets.active(state);
  const usedActive = used & active, usedActiveBytes = sets.bytesOf(membersOf(usedActive));
  // Tensors read from here on and not written before: each is in the cache, or has to be loaded at least
  // once.
  const wantedBytes = sets.bytesOf(membersOf(sets.readLater(state) & ~sets.writtenLater(state)));
  for (const before of entries) {
    let loads = 0, present = 0;
    for (const tensor of reads) {
      if ((before.cached >> BigInt(tensor) & 1n) === 1n) present += tensors[tensor].bytes;
      else loads += tensors[tensor].bytes;
    }
    const loaded = before.loaded + loads;
    const bystanders = { set: before.cached & ~used, bytes: before.cachedBytes - present };
    const kept = bystanders.bytes <= room
      ? [bystanders]
      : maximalSubsets(ranked(sets, { tensors: membersOf(bystanders.set), state }), room);
    for (const { set, bytes } of kept) {
      const cached = set | usedActive, cachedBytes = bytes + usedActiveBytes;
      if (loaded + wantedBytes - cachedBytes > bound) continue;
      const best = known.get(cached);
      if (best !== undefined && best.loaded <= loaded) continue;
      known.set(cached, { loaded, cached, cachedBytes, last: { operation, before } });
    }
  }
}

/**
 * Ranks equally large tensors for eviction: a tensor is outranked by one that every order reads again first.
 * A plan that drops the latter loads it at that read; dropping the former instead loads as much, and later.
 */
function ranked(
  { graph, reads, ancestors, all }: GraphSets,
  { tensors, state }: { readonly tensors: readonly number[]; readonly state: bigint },
): Sized[] {
  const later = membersOf(all & ~state);
  const readers = new Map(
    tensors.map((tensor) => [tensor, later.filter((o) => (reads[o] >> BigInt(tensor) & 1n) === 1n)]),
  );
  const notAfter = (one: number, other: number) =>
    one === other || (ancestors[other] >> BigInt(one) & 1n) === 1n;
  const comesFirst = (x: number, y: number) =>
    readers.get(x)!.some((one) => readers.get(y)!.every((other) => notAfter(one, other)));
  return tensors.map((x) => {
    const { bytes } = graph.tensors[x];
    const outranked = tensors.filter((y) =>
      y !== x && graph.tensors[y].bytes === bytes && comesFirst(x, y) && (x < y || !comesFirst(y, x))
    );
    return { bit: 1n << BigInt(x), bytes, outranks: setOf(outranked) };
  });
}
