import assert from "node:assert/strict";
import { withSuites } from "../../../experiments/session/session_texts.ts";
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
