import assert from "node:assert/strict";
import { beginningLines, withSuites } from "../../../experiments/session/session_texts.ts";
import { findPaper, registerPaper } from "../../../experiments/papers.ts";
import { allSuites } from "../../../experiments/suites.ts";
import { sessionDocument } from "../../results/session_fixture.ts";

const ladder = allSuites().find(({ id }) => id === "own/kernel-ladder")!;

Deno.test("the command that repeats a suite has the options that its numbers depend on, and no defaults", () => {
  const commandOf = (conditions: Parameters<typeof withSuites>[2]) =>
    withSuites(sessionDocument(), [ladder], conditions).suites.find(({ id }) => id === ladder.id)!.command;
  const defaults = { profile: "standard", device: "auto", webgpu: "auto", seed: 1 } as const;
  assert.equal(commandOf(defaults), "deno task repro own/kernel-ladder");
  assert.equal(
    commandOf({
      ...defaults,
      device: "webgpu",
      webgpu: "dawn",
      dataDir: "/data",
      kernel: ["./a.so", "my kernel.py"],
      kernelWait: 600,
      graph: ["mine.mtx"],
      width: [64, 128],
      symmetrise: true,
    }),
    "deno task repro own/kernel-ladder --device webgpu --webgpu dawn --data-dir /data --kernel './a.so,my kernel.py' " +
      "--kernel-wait 600s --graph mine.mtx --width 64,128 --symmetrise",
  );
});

Deno.test("a suite that a script brings along is repeated by that script, since the command line does not know it", () => {
  const suite = { ...ladder, id: "my-paper/figure-2" };
  const conditions = { profile: "smoke", device: "wasm", dataDir: "." } as const;
  registerPaper({ ...findPaper("own"), id: "my-paper", suites: [suite] });
  const { suites } = withSuites(sessionDocument(), [suite], conditions);
  assert.equal(
    suites.find(({ id }) => id === suite.id)!.command,
    'repro({"papers":["my-paper/figure-2"],"profile":"smoke","device":"wasm","dataDir":"."}) ' +
      "in the script that registers my-paper/figure-2",
  );
});

Deno.test("a run on an emulated GPU says that it times nothing, and by which flag it would", async () => {
  const lines = (adapterKind: "software" | "hardware", allowSoftware: boolean) =>
    beginningLines("s", [{ contenders: [] }], {
      device: { name: "llvmpipe", backend: "webgpu", adapterKind },
      allowSoftware,
    });
  const first = "session s: 1 comparison on llvmpipe";
  assert.deepEqual(await lines("hardware", false), [first]);
  assert.deepEqual(await lines("software", true), [first]);
  const [begin, note] = await lines("software", false);
  assert.equal(begin, first);
  assert.match(note, /not timed.*--allow-software/);
});
