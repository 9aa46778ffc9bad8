/** The link at which the shorter of two modelled epochs turns. @module */
import assert from "node:assert/strict";
import { DGL_POLICY, FASTGL } from "../../../../experiments/fastgl/policies.ts";
import { shorterBelow } from "../../../../experiments/fastgl/scalability/turning_link.ts";
import type { RoundTimes } from "../../../../experiments/fastgl/training/round_times.ts";

/** Iterations that copy so many MB and compute for `kernelMs` in each round. */
function epochs(megabytes: number, ...kernelMs: readonly number[]) {
  const nothing = { drawMs: 0, reorderMs: 0, matchMs: 0, gatherMs: 0, copyMs: 0, assembleMs: 0 };
  const rounds = kernelMs.map((ms): RoundTimes => ({
    ...{ ...nothing, bytes: 1e6 * megabytes, preprocessMs: 0, kernelMs: ms, preparationMs: 0, waits: 0 },
  }));
  return { epochLength: 10, rounds };
}

const ask = (fast: ReturnType<typeof epochs>, slow: ReturnType<typeof epochs>) =>
  shorterBelow([{ policy: FASTGL, epochs: fast }, { policy: DGL_POLICY, epochs: slow }], {
    devices: 1,
    bytes: 0,
  });

Deno.test("a system that copies less and computes longer is ahead up to the link that makes up for it", () => {
  // 10 MB less, and 1 or 2 ms more.
  const [one, two] = ask(epochs(10, 6, 7), epochs(20, 5, 5));
  assert.ok(Math.abs(one / 10 - 1) < 0.01 && Math.abs(two / 5 - 1) < 0.01, `${one}, ${two} GB/s`);
});

Deno.test("one that does less of all is ahead over any link, and one that does more over none", () => {
  assert.deepEqual(ask(epochs(10, 5), epochs(20, 6)), [Infinity]);
  assert.deepEqual(ask(epochs(20, 6), epochs(10, 5)), [0]);
});
