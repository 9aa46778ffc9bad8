/** Processor time of this program and of those that it has started. @module */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { ownTicks } from "../../../hardware/cpu/own_ticks.ts";
import { SPIN, ticksOf } from "../../other_programs.ts";
import { statText, systemFiles } from "./system_files.ts";

Deno.test("time of threads, of programs that were started, alive or ended, and of those that these started", () => {
  const files = systemFiles({
    "self": { times: [100, 20, 3, 4], children: { 7: "21", 8: "", 9: "22 23" } },
    "21": { times: [1000, 0, 0, 0], children: { 21: "" } },
    "22": { times: [0, 5000, 0, 600], children: { 22: "", 40: "31" } },
    "31": { times: [20000, 0, 0, 0], children: { 31: "" } },
    // A program of others, such as one whose parent has ended.
    "99": { times: [7, 7, 7, 7], children: { 99: "" } },
  });
  // 23 has ended between the list and its turn.
  assert.deepEqual(ownTicks(files), { ticks: 127 + 1000 + 5600 + 20000, programs: 4 });
});

Deno.test("a program's name may have the signs that end it", () => {
  for (const name of ["deno", "a) R 1 2", "(sd-pam)", "tmux: server"]) {
    const { text, names } = systemFiles({ self: { times: [1, 2, 4, 8], children: { 7: "" } } });
    const stat = statText([1, 2, 4, 8], name);
    assert.deepEqual(ownTicks({ names, text: (path) => path === "/proc/self/stat" ? stat : text(path) }), {
      ticks: 15,
      programs: 1,
    });
  }
});

Deno.test("a thread that ends meanwhile is passed over, and a kernel that lists no children tells nothing", () => {
  const { text, names } = systemFiles({ self: { times: [1, 2, 4, 8], children: { 7: "", 8: "" } } });
  const without = (hidden: RegExp) =>
    ownTicks({ names, text: (path) => hidden.test(path) ? undefined : text(path) });
  assert.deepEqual(without(/task\/8/), { ticks: 15, programs: 1 });
  assert.equal(without(/children/), undefined);
  assert.equal(without(/self\/stat/), undefined);
  assert.equal(ownTicks({ text: () => undefined, names: () => undefined }), undefined);
});

Deno.test({
  name: "what a started program computes is this program's time, while it is alive and once it has ended",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const before = ownTicks()!.ticks, since = () => ownTicks()!.ticks - before;
    const child = new Deno.Command("sh", { args: ["-c", SPIN], stdin: "null" }).spawn();
    let computed = 0;
    try {
      while (computed < 20) {
        await wait(20);
        computed = ticksOf(child.pid);
      }
      // Each of eight counters is cut to whole ticks.
      assert.ok(since() >= computed - 8, `${since()} of ${computed}`);
    } finally {
      child.kill("SIGKILL");
      await child.status;
    }
    assert.ok(since() >= computed - 8, `${since()} of ${computed}, ended`);
  },
});
