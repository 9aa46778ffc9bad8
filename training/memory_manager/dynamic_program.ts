/**
 * The dynamic program of roc: the order of operations and the contents of the cache by which the fewest bytes are loaded.
 *
 * @module
 */
import { type GraphSets, membersOf, setOf } from "./graph_sets.ts";
import { leastRecentlyUsed } from "./least_recently_used.ts";
import { maximalSubsets, type Sized } from "./maximal_subsets.ts";
import { assertFewStates } from "./states.ts";
import { stream } from "./streaming.ts";
import { type Choice, transferPlan } from "./transfer_plan.ts";

/**
 * How Algorithm 1 of roc is read. `printed` starts from an empty cache at the end, and its line 14 lets no tensor be cached before
 * an operation that is not cached after it: so nothing ever is, and it streams. `corrected` lets what an operation reads have been
 * cached before it and be dropped after.
 */
export type Recurrence = "corrected" | "printed";

/** The fewest bytes after which a state's operations have run and these tensors are cached. */
interface Entry {
  /** Bytes loaded. */
  readonly loaded: number;
  /** T, part of the active tensors. */
  readonly cached: bigint;
  /** Bytes of T. */
  readonly cachedBytes: number;
  /** The operation that ran last, and what was before it. */
  readonly last?: { readonly operation: number; readonly before: Entry };
}

/**
 * Choices by which the fewest bytes are loaded, of any order in which the operations can run. `COST(S, T)` of the catalogued
 * recurrence is tabulated from the empty state on, state by state. A tensor is dropped no sooner than an operation needs its room,
 * and then no more than that: with more in the cache no later operation loads more, so that entries for smaller sets, which the
 * recurrence also visits, can be left out. So can those from which LRU's total is out of reach, and those that lack a tensor which
 * is read sooner than an equally large one that they have.
 *
 * @throws {UsageError} where the graph has more than 65,536 states.
 */
export function dynamicProgram(
  sets: GraphSets,
  capacityBytes: number,
  recurrence: Recurrence,
): Choice[] {
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
  const choices: Choice[] = [];
  let entry = table.get(sets.all)!.get(0n)!;
  while (entry.last) {
    choices.push({ operation: entry.last.operation, keeps: entry.cached });
    entry = entry.last.before;
  }
  return choices.reverse();
}

/** Runs one operation from each entry of a state, and enters the best ways to each cache that it can leave. */
function follow(
  sets: GraphSets,
  entries: Iterable<Entry>,
  { operation, state, capacityBytes, bound, known }: {
    readonly operation: number;
    /** With the operation. */
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
  // What is read from here on and is not written before: each of it is in the cache, or has to be loaded at least once.
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
 * Tensors by which of two equally large ones should go: not the one that is read again first, whatever the order of what is to run.
 * A plan that drops it and keeps the other loads it at that read; dropping the other instead loads as much, and later.
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
