/** Files of a user's own that no suite of a run takes. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import { UsageError } from "../../../platform/errors.ts";

Deno.test("a run whose suites would leave its user's kernel or graph aside is refused, and writes nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const kernel = join(folder, "aside.py"), graph = join(folder, "aside.el"), out = join(folder, "out");
    await Deno.writeTextFile(kernel, 'LIBRARY = "numpy"\n');
    await Deno.writeTextFile(graph, "0 1\n");
    const run = (papers: readonly string[], own: { kernel?: string[]; graph?: string[] }) =>
      repro({ papers, ...own, profile: "smoke", device: "wasm", quiet: true, out });
    const refused = (run: Promise<unknown>, words: RegExp) =>
      assert.rejects(run, (error) => error instanceof UsageError && words.test(error.message));
    const next = "name the suite own/kernel-ladder";
    await refused(run([], { kernel: [kernel] }), new RegExp(`--kernel \\S+aside.py: .*${next}`));
    await refused(run(["roc/table-4"], { kernel: [kernel] }), new RegExp(next));
    await refused(run(["roc/table-4"], { graph: [graph] }), new RegExp(`--graph \\S+aside.el: .*${next}`));
    await assert.rejects(Deno.stat(out), Deno.errors.NotFound);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
