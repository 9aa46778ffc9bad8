import assert from "node:assert/strict";
import { pausing } from "../../platform/pausing.ts";
import { underClock } from "../under_clock.ts";

Deno.test("a computation that pauses hears what came meanwhile, and ends with its reason", () =>
  underClock(async (compute) => {
    const stop = new AbortController(), reason = new Error("stopped");
    const pause = pausing(stop.signal);
    setTimeout(() => stop.abort(reason));
    compute(49);
    await pause();
    assert.equal(stop.signal.aborted, false, "a pause right after the last is none");
    compute(1);
    await assert.rejects(pause(), reason);
    await assert.rejects(pause(), reason);
  }));

Deno.test("the time until the next pause counts from the end of the last", () =>
  underClock(async (compute) => {
    const stop = new AbortController(), pause = pausing(stop.signal);
    compute(60);
    await pause();
    setTimeout(() => stop.abort(new Error("stopped")));
    compute(49);
    await pause();
    compute(1);
    await assert.rejects(pause(), /stopped/);
  }));

Deno.test("without a signal a computation goes on", () =>
  underClock(async (compute) => {
    const pause = pausing(undefined);
    compute(60);
    await pause();
  }));
