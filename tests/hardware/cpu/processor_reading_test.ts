/** Readings of processors, and the load of other programs between them. @module */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { lookAtOthers, readProcessors } from "../../../hardware/cpu/processor_reading.ts";
import { loadBetween } from "../../../hardware/measuring/others_load.ts";
import { startOtherPrograms } from "../../other_programs.ts";
import { systemFiles } from "./system_files.ts";

/** Ticks of user, nice, system, idle, iowait, irq, softirq, steal, guest. */
const START = [100, 10, 20, 1000, 5, 1, 2, 3, 40];
const OWN = { self: { times: [50, 6, 7, 8], children: { 7: "" } } };

/** Reading of processors with these ticks, of a program that may run on those of a list. */
function reading(processors: readonly (readonly number[])[], allowed?: string) {
  const lines = processors.map((ticks, i) => `cpu${i} ${ticks.join(" ")}`);
  const stat = ["cpu  1 2 3", ...lines, "intr 5 6", "ctxt 7"].join("\n");
  const status = allowed && `Name:\tdeno\nCpus_allowed_list:\t${allowed}\nMems: 0`;
  return readProcessors(
    systemFiles(OWN, { "/proc/stat": stat, ...status && { "/proc/self/status": status } }),
    7,
  );
}

Deno.test("a reading has the ticks of all processors, idle ones with those that wait for disks, and own ones", () => {
  assert.deepEqual(reading([START, START]), {
    ms: 7,
    processors: 2,
    all: 2 * 1141,
    idle: 2 * 1005,
    stolen: 2 * 3,
    own: { ticks: 71, programs: 1 },
  });
  // Before Linux 2.6.11, hypervisors were not counted.
  assert.equal(reading([START.slice(0, 7)])!.stolen, 0);
});

Deno.test("processors on which this program may not run do not count", () => {
  const processors = [10, 200, 3000, 40000].map((idle) => [0, 0, 0, idle, 0, 0, 0, 0]);
  const found = ["0-3", "1,3", "0-1,3", undefined].map((allowed) => {
    const { idle, processors: count } = reading(processors, allowed)!;
    return [idle, count];
  });
  assert.deepEqual(found, [[43210, 4], [40200, 2], [40210, 3], [43210, 4]]);
});

Deno.test("a system that tells nothing, or not what this program takes, has no reading", () => {
  const { text, names } = systemFiles(OWN, { "/proc/stat": "cpu0 1 2 3 4 5 6 7 8" });
  const without = (hidden: string) =>
    readProcessors({ names, text: (path) => path.endsWith(hidden) ? undefined : text(path) });
  assert.notEqual(without("nothing"), undefined);
  for (const file of ["/proc/stat", "/self/stat", "/children"]) assert.equal(without(file), undefined);
});

const ignore = Deno.build.os !== "linux";

Deno.test({
  name: "a program that nobody here has started is seen by what it computes",
  ignore,
  fn: async () => {
    using others = await startOtherPrograms();
    const before = readProcessors()!, began = others.ticks();
    // Counters that are cut to whole ticks: two a processor, and those of both programs.
    const blurred = 2 * before.processors + 4 * before.own.programs + 16, wanted = 50 + blurred;
    let computed = 0;
    while (computed < wanted) {
      await wait(20);
      computed = others.ticks() - began;
    }
    const after = readProcessors()!, { busy, processors } = loadBetween(before, after)!;
    const ticks = busy * (after.ms - before.ms) / 10;
    assert.ok(ticks >= computed - blurred, `${ticks} of ${computed} ticks`);
    assert.ok(busy <= processors);
  },
});

Deno.test({
  name: "a look takes a quarter of a second",
  ignore,
  fn: async () => {
    const began = performance.now(), { busy, processors, notable } = (await lookAtOthers())!;
    assert.ok(performance.now() - began >= 249);
    assert.ok(busy >= 0 && busy <= processors && notable >= 0.2);
  },
});
