/** Processors that other programs keep busy. @module */
import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { loadBetween, othersLoad } from "../../../hardware/cpu/others_load.ts";

/** `/proc/stat` of processors: ticks of user, nice, system, idle, iowait, irq, softirq, steal, guest. */
const stat = (...processors: readonly (readonly number[])[]) =>
  ["cpu  1 2 3", ...processors.map((ticks, i) => `cpu${i} ${ticks.join(" ")}`), "intr 5 6", "ctxt 7"].join(
    "\n",
  );

const START = [100, 10, 20, 1000, 5, 1, 2, 3, 40];
const later = (changes: Readonly<Record<number, number>>) =>
  START.map((ticks, i) => ticks + (changes[i] ?? 0));

Deno.test("busy are all ticks but those of idling and of waiting for disks, and a guest's are not counted twice", () => {
  const before = stat(START, START);
  assert.deepEqual(loadBetween(before, stat(later({ 3: 20, 4: 5 }), later({ 3: 25 }))), {
    busy: 0,
    processors: 2,
  });
  for (const field of [0, 1, 2, 5, 6, 7]) {
    const after = stat(later({ [field]: 10, 3: 15, 8: 10 }), later({ 3: 25 }));
    assert.deepEqual(loadBetween(before, after), { busy: 10 / 50 * 2, processors: 2 });
  }
});

Deno.test("processors on which this program may not run do not count", () => {
  const idle = later({ 3: 25 }), busy = later({ 0: 25 });
  const [before, after] = [stat(START, START, START, START), stat(busy, idle, busy, idle)];
  const load = (list: string) =>
    loadBetween(before, after, `Name:\tdeno\nCpus_allowed_list:\t${list}\nMems: 0`);
  assert.deepEqual(load("0-3"), { busy: 2, processors: 4 });
  assert.deepEqual(load("1,3"), { busy: 0, processors: 2 });
  assert.deepEqual(load("0-1,3"), { busy: 1, processors: 3 });
});

Deno.test("without ticks between two readings there is no load", () => {
  assert.equal(loadBetween(stat(START), stat(START)), undefined);
});

Deno.test({
  name: "a thread that computes is seen",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const worker = new Worker("for (;;) {}", { eval: true });
    try {
      await once(worker, "online");
      const { busy, processors } = (await othersLoad())!;
      // On a busy machine it may wait for a processor, which others keep busy then.
      assert.ok(busy > 0.5 && busy <= processors + 0.1, `${busy} of ${processors}`);
    } finally {
      await worker.terminate();
    }
  },
});
