import assert from "node:assert/strict";
import { pausing } from "../../platform/pausing.ts";

/** Computes for so many milliseconds, without a pause. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

Deno.test("a computation that pauses hears what came meanwhile, and ends with its reason", async () => {
  const stop = new AbortController(), reason = new Error("stopped");
  const pause = pausing(stop.signal);
  setTimeout(() => stop.abort(reason));
  await pause();
  assert.equal(stop.signal.aborted, false, "a pause right after the last is none");
  compute(60);
  await assert.rejects(pause(), reason);
  await assert.rejects(pause(), reason);
});

Deno.test("without a signal a computation goes on", async () => {
  const pause = pausing(undefined);
  compute(60);
  await pause();
});
