/** @module */
import assert from "node:assert/strict";
import { allocationError, withinMemory } from "../../platform/allocation.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";

/** Error that the engine throws where an allocation fails. */
function thrownBy(allocate: () => unknown): unknown {
  try {
    allocate();
  } catch (error) {
    return error;
  }
  throw new Error("the allocation succeeded");
}

Deno.test("allocations that this engine refuses are out of memory", () => {
  for (
    const allocate of [
      () => new Float64Array(2 ** 52),
      () => new ArrayBuffer(2 ** 52),
      () => new Array(2 ** 32),
      () => "x".repeat(2 ** 30),
    ]
  ) {
    const error = allocationError(thrownBy(allocate), "load it");
    assert.ok(error instanceof OutOfMemoryError, String(thrownBy(allocate)));
    assert.match(error.message, /^Cannot load it: found .*length|allocation/);
    assert.equal(error.exitCode, 3);
  }
});

Deno.test("defects of ours stay what they are", async () => {
  const others = [
    thrownBy(() => new Uint8Array(-1)),
    thrownBy(() => new Uint8Array(2).set([1, 2, 3])),
    thrownBy(() => (1).toFixed(1000)),
    new Error("Array buffer allocation failed"),
    "Array buffer allocation failed",
  ];
  for (const other of others) {
    assert.equal(allocationError(other, "load it"), undefined, String(other));
    await assert.rejects(withinMemory("load it", () => Promise.reject(other)), (error) => error === other);
  }
  assert.equal(await withinMemory("load it", () => 7), 7);
});
