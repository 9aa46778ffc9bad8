/**
 * Tests of Table 3 of roc row by row, and of the transfers of its graph under every policy and capacity.
 *
 * @module
 */
import assert from "node:assert/strict";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { operationGraph } from "../../../training/memory_manager/operation_graph.ts";
import { type CachingPolicy, planTransfers } from "../../../training/memory_manager/policies.ts";
import { countStates, validStates } from "../../../training/memory_manager/states.ts";
import { ginExample } from "../../../training/memory_manager/worked_example.ts";

const graph = ginExample();
const TABLE_3 = [
  ["1", "g,a"],
  ["12", "g,a,b,w1"],
  ["123", "g,a,b,h1,w1,w2"],
  ["1234", "g,a,b,w1,w2,dh1"],
  ["12345", "g,a,b,w1,db"],
  ["123456", "g,a,da"],
  ["1234567", ""],
];

function loaded(policy: CachingPolicy, capacityBytes: number, recurrence?: "printed"): number {
  return planTransfers(graph, { policy, capacityBytes, ...(recurrence ? { recurrence } : {}) }).loadedBytes;
}

Deno.test("the worked example has the seven non-empty states of Table 3 with its active tensors", () => {
  const [empty, ...states] = validStates(graph);
  assert.deepEqual(empty, { operations: [], activeTensors: [] });
  const sorted = (names: string) => names.split(",").sort().join();
  assert.deepEqual(
    states.map(({ operations, activeTensors }) => [
      operations.map((operation) => operation + 1).join(""),
      sorted(activeTensors.map((tensor) => graph.tensors[tensor].name).join()),
    ]),
    TABLE_3.map(([state, tensors]) => [state, sorted(tensors)]),
  );
  assert.deepEqual(countStates(graph), { states: 7, tensorSets: 2 ** 6 });
});

Deno.test("the worked example's transfers are the golden ones at every capacity", () => {
  for (let capacity = 34; capacity <= 80; capacity++) {
    assert.equal(loaded("streaming", capacity), 84);
    assert.equal(loaded("dynamic-program", capacity, "printed"), 84);
    assert.equal(loaded("dynamic-program", capacity), capacity === 34 ? 30 : 20);
    assert.equal(loaded("lru", capacity), capacity < 48 ? 30 : 20);
  }
});

Deno.test("a capacity below the largest operation is refused with the operation and its bytes", () => {
  for (const policy of ["streaming", "lru", "dynamic-program"] as const) {
    for (const capacity of [33, 0, -1, NaN]) {
      assert.throws(() => loaded(policy, capacity), (error: OutOfMemoryError) => {
        assert(error instanceof OutOfMemoryError);
        assert.match(error.parts.action, /7 gather backward/);
        assert.match(error.parts.wanted, /^34 bytes/);
        return true;
      });
    }
  }
});

Deno.test("at 34 bytes g leaves before operation 6 and is loaded again for 7", () => {
  const { operations, peakBytes } = planTransfers(graph, { policy: "dynamic-program", capacityBytes: 34 });
  const names = (tensors: readonly number[]) => tensors.map((tensor) => graph.tensors[tensor].name).join();
  assert.deepEqual(
    operations.slice(4).map(({ loads, keeps, drops }) => [names(loads), names(keeps), names(drops)]),
    [["", "g,a,b,w1,db", "w2,dh1"], ["", "a,da", "g,b,w1,db"], ["g", "", "g,a,da,dh0"]],
  );
  assert.equal(peakBytes, 34);
});

Deno.test("what stays is chosen by what it saves, neither the largest nor the last used first", () => {
  // 10 bytes are free beside the second operation: y and x, or z. Names put z last in LRU's order.
  const squeezed = operationGraph({ x: 5, y: 5, z: 6, a: 1, w: 10, b: 1, c: 1 }, [
    { name: "first", reads: ["x", "y", "z"], writes: ["a"] },
    { name: "second", reads: ["a", "w"], writes: ["b"] },
    { name: "third", reads: ["b", "x", "y", "z"], writes: ["c"] },
  ]);
  const bytes = (policy: CachingPolicy) => planTransfers(squeezed, { policy, capacityBytes: 22 }).loadedBytes;
  assert.deepEqual([bytes("dynamic-program"), bytes("lru"), bytes("streaming")], [
    16 + 10 + 6,
    16 + 10 + 10,
    44,
  ]);
});

Deno.test("graphs that contradict themselves are refused", () => {
  const sizes = { x: 1, y: 1 };
  const refused = (...operations: [reads: string[], writes: string[]][]) => {
    const named = operations.map(([reads, writes], i) => ({ name: `operation ${i}`, reads, writes }));
    assert.throws(() => operationGraph(sizes, named), UsageError);
  };
  refused([["z"], []]);
  refused([["x"], ["x"]]);
  refused([["x", "x"], []]);
  refused([[], ["y"]], [[], ["y"]]);
  refused([["y"], []], [["x"], ["y"]]);
  for (const bytes of [-1, NaN, Infinity]) {
    assert.throws(() => operationGraph({ x: bytes }, []), UsageError);
  }
  assert.throws(
    () => planTransfers(graph, { policy: "fifo" as CachingPolicy, capacityBytes: 99 }),
    UsageError,
  );
});

Deno.test("operations that wait for nothing are too many for the states, and for no other policy", () => {
  const names = Array.from({ length: 17 }, (_, i) => `t${i}`);
  const wide = operationGraph(
    Object.fromEntries(names.map((name) => [name, 1])),
    names.map((name) => ({ name, reads: [], writes: [name] })),
  );
  assert.throws(() => validStates(wide), UsageError);
  assert.throws(() => planTransfers(wide, { policy: "dynamic-program", capacityBytes: 4 }), UsageError);
  assert.equal(planTransfers(wide, { policy: "lru", capacityBytes: 4 }).loadedBytes, 0);
});

Deno.test("a graph without operations needs no memory", () => {
  assert.deepEqual(planTransfers(operationGraph({}, []), { policy: "dynamic-program", capacityBytes: 0 }), {
    operations: [],
    loadedBytes: 0,
    peakBytes: 0,
  });
  assert.deepEqual(countStates(operationGraph({}, [])), { states: 0, tensorSets: 1 });
});
