/** @module */
import assert from "node:assert/strict";
import { coreLatencyNs } from "../../../hardware/cpu/core_latency.ts";
import { arrived, handBack, handedNumber, handOver } from "../../../hardware/cpu/hand_over.ts";

Deno.test("a line takes longer between two cores than from a cache, and less than a wait for the scheduler", async () => {
  // On a busy machine the two threads may not run side by side.
  let latency: number | undefined;
  for (let tries = 0; tries < 20 && latency === undefined; tries++) latency = await coreLatencyNs();
  if (latency === undefined) {
    return console.log("not told: core-to-core latency, two threads never ran together");
  }
  assert.ok(latency > 2 && latency < 1e5, `${latency} ns`);
});

Deno.test("one core has no other to hand a line to", async () => {
  assert.equal(await coreLatencyNs(1), undefined);
});

Deno.test("odd numbers are handed over, the next even ones back, and nobody waits beyond the time", () => {
  const number = handedNumber(), soon = performance.now() + 5;
  assert.equal(handOver(number, 0, soon), false);
  assert.equal(number[0], 1);
  assert.equal(handBack(number, 2, performance.now() + 5), 1, "the second trip does not begin");
  assert.equal(number[0], 2);
  assert.ok(arrived(number, 2, performance.now()));
});
