import assert from "node:assert/strict";
import type { PeerRun } from "../../../experiments/peers/unrest.ts";
import { settledMs } from "../../../experiments/peers/settled_calls.ts";

/** A worker whose calls take so many page faults, one after the other, and a millisecond more each. */
function workerOf(faults: readonly (number | undefined)[]) {
  let calls = 0;
  return {
    run(wanted: number): Promise<PeerRun> {
      assert.equal(wanted, 1);
      const own = faults[calls++];
      return Promise.resolve({
        ms: calls,
        ...(own !== undefined && { counts: { ran: 1, waited: 0, faults: own } }),
      });
    },
  };
}

Deno.test("a peer is called until two calls in a row map no new memory, eight times at most", async () => {
  assert.equal(await settledMs(workerOf([91, 293, 0, 3, 293])), 4);
  assert.equal(await settledMs(workerOf([91, 0, 293, 0, 16, 293])), 5);
  assert.equal(await settledMs(workerOf([0, 17, 0, 0])), 4);
  assert.equal(await settledMs(workerOf(new Array(20).fill(586))), 8);
});

Deno.test("where no page faults are counted, two calls are enough", async () => {
  assert.equal(await settledMs(workerOf([undefined, undefined, undefined])), 2);
});
