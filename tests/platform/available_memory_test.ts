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

/** Whether memory of so many bytes is refused in a program that has let go of arrays of 1 GiB. */
async function refusedAfterGarbage(flags: readonly string[]): Promise<boolean> {
  const module = new URL("../../platform/available_memory.ts", import.meta.url);
  const program = `
    import { assertFree } from ${JSON.stringify(module.href)};
    let arrays = Array.from({ length: 4 }, () => new Uint8Array(2 ** 28));
    // With the arrays half as much is free as is wanted, without them more than twice as much.
    const wanted = 2 ** 29, most = Deno.memoryUsage().external + 2 ** 28;
    const available = () => most - Deno.memoryUsage().external;
    arrays = undefined;
    try {
      assertFree("take memory", wanted, "an array", available);
      console.log("free");
    } catch {
      console.log("refused");
    }`;
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, "--allow-sys", `data:text/javascript,${encodeURIComponent(program)}`],
    env: { NO_COLOR: "1" },
  }).output();
  assert.ok(success);
  return new TextDecoder().decode(stdout).trim() === "refused";
}

Deno.test("what nobody uses any more is collected before memory is refused", async () => {
  assert.equal(await refusedAfterGarbage(["--v8-flags=--expose-gc"]), false);
  assert.equal(await refusedAfterGarbage([]), true);
});
