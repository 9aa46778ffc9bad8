/**
 * Properties of the caching policies for every graph and capacity: optimality, order of the policies, and
 * executable plans.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type OperationGraph, operationGraph } from "../../../training/memory_manager/operation_graph.ts";
import { maximalSubsets } from "../../../training/memory_manager/maximal_subsets.ts";
import { planTransfers, type TransferOptions } from "../../../training/memory_manager/policies.ts";
import type { TransferPlan } from "../../../training/memory_manager/transfer_plan.ts";
import { fewestBytes, recurrenceCost } from "./exhaustive_search.ts";
import { anyGraph, capacitiesOf } from "./random_graphs.ts";

const POLICIES = ["dynamic-program", "lru", "farthest-next-use", "streaming"] as const;

/** Plans transfers; `undefined` where no operation order fits. */
function plan(graph: OperationGraph, options: TransferOptions): TransferPlan | undefined {
  const fits = neededBytes(graph) <= options.capacityBytes;
  if (fits) return planTransfers(graph, options);
  assert.throws(() => planTransfers(graph, options), { name: "OutOfMemoryError" });
  return undefined;
}

function neededBytes({ tensors, operations }: OperationGraph): number {
  return Math.max(
    ...operations.map(({ reads, writes, workspaceBytes = 0 }) =>
      [...reads, ...writes].reduce((sum, tensor) => sum + tensors[tensor].bytes, workspaceBytes)
    ),
  );
}

Deno.test("the dynamic program equals the search through all plans and the recurrence, printed and corrected", () => {
  fc.assert(
    fc.property(anyGraph({ operations: 7 }), fc.nat(24), (graph, slack) => {
      const capacityBytes = Math.max(0, neededBytes(graph) + slack - 1);
      const wanted = fewestBytes(graph, capacityBytes);
      const policy = "dynamic-program";
      assert.equal(plan(graph, { policy, capacityBytes })?.loadedBytes, wanted);
      assert.equal(recurrenceCost(graph, { capacityBytes, corrected: true }), wanted ?? Infinity);
      const printed = plan(graph, { policy, capacityBytes, recurrence: "printed" })?.loadedBytes;
      assert.equal(recurrenceCost(graph, { capacityBytes, corrected: false }), printed ?? Infinity);
      assert.equal(printed, plan(graph, { policy: "streaming", capacityBytes })?.loadedBytes);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("for every capacity DP <= LRU and farthest next use <= streaming, more memory never loads more, all of it loads inputs once", () => {
  fc.assert(
    fc.property(anyGraph({ operations: 8 }), (graph) => {
      let before = Infinity;
      for (const capacityBytes of capacitiesOf(graph)) {
        const [best, lru, farthest, streaming] = POLICIES.map((policy) =>
          plan(graph, { policy, capacityBytes })
        );
        if (!best || !lru || !farthest || !streaming) continue;
        for (const { loadedBytes } of [lru, farthest]) {
          assert(best.loadedBytes <= loadedBytes && loadedBytes <= streaming.loadedBytes);
        }
        assert(best.loadedBytes <= before);
        before = best.loadedBytes;
      }
      const { tensors, operations } = graph;
      const read = new Set(operations.flatMap(({ reads }) => reads));
      const first = read.difference(new Set(operations.flatMap(({ writes }) => writes)));
      assert.equal(before, sumOf(first, (tensor) => tensors[tensor].bytes));
    }),
    { numRuns: 150 },
  );
});

Deno.test("three tensors in turns and room for two: LRU loads each time, farthest next use two times in three", () => {
  const turns = ["a", "b", "c", "a", "b", "c", "a", "b", "c"];
  const graph = operationGraph(
    { a: 8, b: 8, c: 8 },
    turns.map((read, i) => ({ name: `${i}`, reads: [read], writes: [] })),
  );
  const loads = (["lru", "farthest-next-use"] as const).map((policy) =>
    plan(graph, { policy, capacityBytes: 16 })!.loadedBytes / 8
  );
  assert.deepEqual(loads, [9, 6]);
});

/**
 * Loads of a cache that evicts, while an operation lacks room, the tensor that `worst` names among those that
 * it does not use.
 */
function loadsWith(
  graph: OperationGraph,
  capacityBytes: number,
  worst: (idle: readonly number[], operation: number) => number,
): number[][] {
  const cached = new Set<number>();
  return graph.operations.map(({ reads, writes, workspaceBytes = 0 }, operation) => {
    const loads = reads.filter((tensor) => !cached.has(tensor)).sort((a, b) => a - b);
    for (const tensor of [...reads, ...writes]) cached.add(tensor);
    const full = () =>
      sumOf(cached, (tensor) => graph.tensors[tensor].bytes) + workspaceBytes > capacityBytes;
    while (full()) {
      cached.delete(
        worst([...cached].filter((tensor) => ![...reads, ...writes].includes(tensor)), operation),
      );
    }
    return loads;
  });
}

Deno.test("LRU evicts the tensor whose last use is longest ago, of one operation's its operands first, by name", () => {
  fc.assert(
    fc.property(anyGraph({ operations: 8 }), fc.nat(40), fc.boolean(), (drawn, slack, reversed) => {
      // Names descend where tensors ascend.
      const named = ({ tensors, operations }: OperationGraph): OperationGraph => ({
        tensors: tensors.map(({ bytes }, at) => ({ name: String.fromCharCode(122 - at), bytes })),
        operations,
      });
      const graph = reversed ? named(drawn) : drawn, { tensors, operations } = graph;
      const lastUse = (tensor: number, by: number): string => {
        const at = operations.findLastIndex(({ reads, writes }, o) =>
          o <= by && [...reads, ...writes].includes(tensor)
        );
        return `${at} ${operations[at].reads.includes(tensor) ? 0 : 1} ${tensors[tensor].name}`;
      };
      const capacityBytes = neededBytes(graph) + slack;
      const wanted = loadsWith(
        graph,
        capacityBytes,
        (idle, by) => idle.reduce((a, b) => lastUse(a, by) < lastUse(b, by) ? a : b),
      );
      const planned = planTransfers(graph, { policy: "lru", capacityBytes }).operations;
      assert.deepEqual(planned.map(({ loads }) => loads), wanted);
    }),
    { numRuns: 500 },
  );
});

Deno.test("farthest next use evicts what is read again last, of several that are read at once, or never, the largest", () => {
  fc.assert(
    fc.property(anyGraph({ operations: 8 }), fc.nat(40), (graph, slack) => {
      const { tensors, operations } = graph;
      const next = (tensor: number, after: number) => {
        const at = operations.findIndex(({ reads }, o) => o > after && reads.includes(tensor));
        return at < 0 ? Infinity : at;
      };
      const capacityBytes = neededBytes(graph) + slack;
      const wanted = loadsWith(graph, capacityBytes, (idle, by) =>
        idle.reduce((a, b) => {
          const [one, other] = [next(a, by), next(b, by)];
          if (one !== other) return one > other ? a : b;
          const more = tensors[b].bytes - tensors[a].bytes;
          return more > 0 || (more === 0 && b < a) ? b : a;
        }));
      const planned = planTransfers(graph, { policy: "farthest-next-use", capacityBytes }).operations;
      assert.deepEqual(planned.map(({ loads }) => loads), wanted);
    }),
    { numRuns: 500 },
  );
});

Deno.test("every plan can be followed: operands are there, the capacity holds, and the bytes are those that move", () => {
  fc.assert(
    fc.property(
      anyGraph({ operations: 8 }),
      fc.nat(40),
      fc.constantFrom(...POLICIES),
      (graph, slack, policy) => {
        const capacityBytes = neededBytes(graph) + slack;
        follow(graph, { policy, capacityBytes });
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("a plan that empties the device before some operations can be followed, and before all of them it is streaming's", () => {
  fc.assert(
    fc.property(
      anyGraph({ operations: 8 }),
      fc.nat(40),
      fc.constantFrom(...POLICIES),
      fc.nat(255),
      (graph, slack, policy, bits) => {
        const options = { policy, capacityBytes: neededBytes(graph) + slack };
        const emptyBefore = new Set(graph.operations.keys().filter((operation) => bits >> operation & 1));
        follow(graph, { ...options, emptyBefore });
        let keeps: readonly number[] = [];
        for (const planned of planTransfers(graph, { ...options, emptyBefore }).operations) {
          if (emptyBefore.has(planned.operation)) assert.deepEqual(keeps, []);
          ({ keeps } = planned);
        }
        const all = planTransfers(graph, { ...options, emptyBefore: new Set(graph.operations.keys()) });
        const streaming = planTransfers(graph, { ...options, policy: "streaming" });
        assert.equal(all.loadedBytes, streaming.loadedBytes);
      },
    ),
    { numRuns: 300 },
  );
});

/** Runs a plan on a simulated device, a set of tensors. */
function follow(graph: OperationGraph, options: TransferOptions): void {
  const { tensors, operations } = graph;
  const { loadedBytes, peakBytes, operations: planned } = planTransfers(graph, options);
  const bytesOf = (set: Iterable<number>) => sumOf(set, (tensor) => tensors[tensor].bytes);
  const device = new Set<number>(), written = new Set<number>();
  const produced = new Set(operations.flatMap(({ writes }) => writes));
  let loaded = 0, peak = 0;
  for (const { operation, loads, keeps, drops } of planned) {
    const { reads, writes, workspaceBytes = 0 } = operations[operation];
    const used = new Set([...reads, ...writes]);
    for (const tensor of drops) if (!used.has(tensor)) assert(device.delete(tensor));
    for (const tensor of loads) {
      assert(!device.has(tensor) && (!produced.has(tensor) || written.has(tensor)));
      device.add(tensor);
    }
    loaded += bytesOf(loads);
    for (const tensor of reads) assert(device.has(tensor));
    for (const tensor of writes) device.add(tensor), written.add(tensor);
    peak = Math.max(peak, bytesOf(device) + workspaceBytes);
    for (const tensor of drops) device.delete(tensor);
    assert.deepEqual(device, new Set(keeps));
  }
  assert.deepEqual(planned.map(({ operation }) => operation).sort((a, b) => a - b), [...operations.keys()]);
  assert.equal(device.size, 0);
  assert.equal(loaded, loadedBytes);
  assert.equal(peak, peakBytes);
  assert(peak <= options.capacityBytes);
}

Deno.test("maximal subsets are all subsets that fit and to which nothing can be added", () => {
  const sizes = fc.array(fc.nat(6), { maxLength: 7 });
  fc.assert(fc.property(sizes, fc.nat(20), (bytes, room) => {
    const items = bytes.map((bytes, i) => ({ bit: 1n << BigInt(i), bytes }));
    const bytesOf = (set: number) => sumOf(bytes, (size, i) => (set >> i & 1) * size);
    const wanted = Array.from({ length: 2 ** bytes.length }, (_, set) => set).filter((set) =>
      bytesOf(set) <= room && bytes.every((size, i) => (set >> i & 1) === 1 || bytesOf(set) + size > room)
    );
    const found = maximalSubsets(items, room).toSorted((a, b) => Number(a.set - b.set));
    assert.deepEqual(found, wanted.map((set) => ({ set: BigInt(set), bytes: bytesOf(set) })));
  }));
});

Deno.test("of maximal subsets those remain in which nothing stays that a missing item outranks", () => {
  const bits = fc.array(fc.nat(2), { maxLength: 7 });
  fc.assert(fc.property(bits, fc.nat(8), (bytes, room) => {
    const items = bytes.map((bytes, i) => ({ bit: 1n << BigInt(i), bytes }));
    // Items outrank later ones of their size at odd distances; the relation is not transitive, which is
    // allowed.
    const ranked = items.map((item, i) => ({
      ...item,
      outranks: items.filter((other, j) => j > i && (j - i) % 2 === 1 && other.bytes === item.bytes)
        .reduce((set, { bit }) => set | bit, 0n),
    }));
    const wanted = maximalSubsets(items, room).filter(({ set }) =>
      ranked.every(({ bit, outranks }) => (set & bit) !== 0n || (set & outranks) === 0n)
    );
    const ascending = (sets: typeof wanted) => sets.toSorted((a, b) => Number(a.set - b.set));
    assert.deepEqual(ascending(maximalSubsets(ranked, room)), ascending(wanted));
  }));
});
