import assert from "node:assert/strict";
import fc from "fast-check";
import { itemsPerBlock } from "../../../kernels/plans/plan_wasm.ts";

/** Counts of items, multiply-adds of each, and threads. */
const works = fc.record({
  items: fc.nat(1_000_000),
  each: fc.integer({ min: 1, max: 1_000_000 }),
  threads: fc.integer({ min: 1, max: 128 }),
});

Deno.test("a block is no longer than taking it needs, or than threads share evenly, and never empty", () => {
  fc.assert(fc.property(works, ({ items, each, threads }) => {
    const block = itemsPerBlock(items, items * each, threads), blocks = items / block;
    assert.ok(Number.isInteger(block) && block >= 1);
    // A shorter block would do less work than one is worth taking for, a longer one more than it has to.
    assert.ok((block - 1) * each < 65_536);
    if (block > 1) assert.ok(items / (block - 1) > 8 * threads, `${blocks} blocks for ${threads} threads`);
    const isWorthwhile = block * each >= 65_536, isEven = blocks <= 8 * threads;
    assert.ok(isWorthwhile || isEven);
  }));
});

Deno.test("heavy items go one by one, light ones many at a time, and the last few to every thread", () => {
  assert.equal(itemsPerBlock(1000, 1000 * 65_536, 2), 1);
  assert.equal(itemsPerBlock(100_000, 100_000 * 64, 2), 1024);
  assert.equal(itemsPerBlock(64, 64, 4), 2);
  assert.equal(itemsPerBlock(4, 4, 4), 1);
});

Deno.test("no items and no work are blocks, too", () => {
  assert.equal(itemsPerBlock(0, 0, 4), 1);
  assert.equal(itemsPerBlock(320, 0, 4), 10);
});
