import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { RandomStream } from "../../../platform/random.ts";
import { ThreadControl } from "../../../platform/wasm/thread_control.ts";

/** After so long a thread is not slow but asleep, even where others have the cores. */
const PATIENCE_MS = 60_000;
const TIMES = 300_000;

Deno.test("a thread that is called out of its work leaves, at whatever instant it is called", async () => {
  const control = new SharedArrayBuffer(ThreadControl.BYTES), turns = new SharedArrayBuffer(8);
  const threads = new ThreadControl(control), words = new Int32Array(turns);
  const worker = new Worker(new URL("./serving_worker.ts", import.meta.url), {
    workerData: { control, turns },
  });
  // It is online before its code is there: types are checked the first time, and not while this thread spins.
  await new Promise((resolve) => worker.once("message", resolve));
  const stream = new RandomStream(1, "instants");
  try {
    for (let i = 1; i <= TIMES; i++) {
      for (let polls = Math.floor(60 * stream.uniform()); polls > 0; polls--) Atomics.load(words, 0);
      threads.dismiss();
      const deadline = performance.now() + PATIENCE_MS;
      while (Atomics.load(words, 0) < i) {
        assert.ok(performance.now() < deadline, `asleep when it was called the ${i}th time`);
      }
      threads.admit();
      Atomics.store(words, 1, i);
    }
  } finally {
    Atomics.store(words, 1, -1);
    threads.dismiss();
    await worker.terminate();
  }
});
