import assert from "node:assert/strict";
import fc from "fast-check";
import { ALIGNMENT, Arena } from "../../../hardware/cpu/arena.ts";
import { LARGE_BYTES } from "../../../hardware/cpu/buffer_memory.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { whereFree } from "../../platform/free_memory.ts";

const CAPACITY = 64 * ALIGNMENT;

/** A request for some bytes, or the release of one of the ranges that are held. */
const step = fc.oneof(
  fc.record({ reserve: fc.integer({ min: 0, max: 12 * ALIGNMENT }) }),
  fc.record({ release: fc.nat(1000) }),
);

Deno.test("ranges never overlap, stay inside, are aligned, and merge to one when all are released", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
      const arena = new Arena(ALIGNMENT, CAPACITY);
      const owner = new Int32Array(CAPACITY / ALIGNMENT).fill(-1);
      const held: { address: number; bytes: number }[] = [];
      steps.forEach((each, id) => {
        if ("reserve" in each) {
          const bytes = Math.max(ALIGNMENT, Math.ceil(each.reserve / ALIGNMENT) * ALIGNMENT);
          const before = arena.largestFree;
          const address = arena.reserve(each.reserve);
          assert.equal(address !== undefined, bytes <= before);
          if (address === undefined) return;
          assert.equal(address % ALIGNMENT, 0);
          const cells = owner.subarray(address / ALIGNMENT - 1, (address + bytes) / ALIGNMENT - 1);
          assert.equal(cells.length, bytes / ALIGNMENT, "past the end");
          assert.ok(cells.every((cell) => cell === -1), "overlaps a range that is held");
          cells.fill(id);
          held.push({ address, bytes });
        } else if (held.length > 0) {
          const [{ address, bytes }] = held.splice(each.release % held.length, 1);
          assert.equal(arena.release(address), true);
          owner.fill(-1, address / ALIGNMENT - 1, (address + bytes) / ALIGNMENT - 1);
        }
        // Merged at all times: as many free ranges as there are gaps between owners.
        const gaps = sumOf(owner, (cell, i) => cell === -1 && (i === 0 || owner[i - 1] !== -1) ? 1 : 0);
        assert.equal(arena.fragments, gaps);
      });
      for (const { address } of held) arena.release(address);
      assert.equal(arena.largestFree, CAPACITY);
      assert.equal(arena.reserve(CAPACITY), ALIGNMENT);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a range is released once, by its start", () => {
  const arena = new Arena(0, CAPACITY);
  const address = arena.reserve(3 * ALIGNMENT)!;
  assert.equal(arena.release(address + ALIGNMENT), false);
  assert.equal(arena.release(address), true);
  assert.equal(arena.release(address), false);
});

Deno.test("a device of WebAssembly asks for no free memory: a page is taken when it is written", () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const large = whereFree(0, () => device.allocate("large", LARGE_BYTES));
    device.free(large);
  } finally {
    device.close();
  }
});
