import assert from "node:assert/strict";
import { availableMemory, freeBytes, memoryLimit } from "../../platform/available_memory.ts";

Deno.test("memory is free also where the system tells none as available, as Deno does on Windows", () => {
  assert.equal(freeBytes({ available: 0, free: 20_459_552_768 }), 20_459_552_768);
  // On Linux and macOS, where caches can be given up, more is available than free, or less by reserves.
  assert.equal(freeBytes({ available: 9e9, free: 4e9 }), 9e9);
  assert.equal(freeBytes({ available: 4e9, free: 5e9 }), 4e9);
  assert.ok(availableMemory() > 0);
});

Deno.test("a limit of a container or a batch job counts where it is below the machine's memory", () => {
  assert.equal(memoryLimit(16e9, 2e9), 2e9);
  // No limit, by the word of Node, and as Linux writes it where groups of version 1 have none.
  assert.equal(memoryLimit(16e9, 0), 16e9);
  assert.equal(memoryLimit(16e9, 2 ** 63), 16e9);
  assert.ok(memoryLimit() <= Deno.systemMemoryInfo().total);
  const facts = { available: 12e9, free: 10e9 };
  assert.equal(freeBytes(facts, 2e9, 5e8), 1.5e9);
  assert.equal(freeBytes(facts, 2e9, 3e9), 0);
  assert.equal(freeBytes(facts, 64e9, 5e8), 12e9);
});
