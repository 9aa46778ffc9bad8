import assert from "node:assert/strict";
import type { PeerRun } from "../../../experiments/peers/unrest.ts";
import { settledMs } from "../../../experiments/peers/settled_calls.ts";

/** Calls with so many page faults, one after the other, each of which takes a millisecond more. */
function callsWith(faults: readonly (number | undefined)[]) {
  let calls = 0;
  return (): Promise<PeerRun> => {
    const own = faults[calls++];
    return Promise.resolve({
      ms: calls,
      ...(own !== undefined && { counts: { ran: 1, waited: 0, faults: own } }),
    });
  };
}

Deno.test("a peer is called until two calls in a row map no new memory, eight times at most", async () => {
  assert.equal(await settledMs(callsWith([91, 293, 0, 3, 293])), 4);
  assert.equal(await settledMs(callsWith([91, 0, 293, 0, 16, 293])), 5);
  assert.equal(await settledMs(callsWith([0, 17, 0, 0])), 4);
  assert.equal(await settledMs(callsWith(new Array(20).fill(586))), 8);
});

Deno.test("a signal ends the calls", async () => {
  const stop = new AbortController(), call = callsWith([586, 586, 586]);
  const stopping = async () => {
    const run = await call();
    if (run.ms === 2) stop.abort(new Error("stopped"));
    return run;
  };
  await assert.rejects(settledMs(stopping, stop.signal), /stopped/);
  assert.equal((await call()).ms, 3);
});

Deno.test("where no page faults are counted, two calls are enough", async () => {
  assert.equal(await settledMs(callsWith([undefined, undefined, undefined])), 2);
});
