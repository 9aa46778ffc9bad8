import assert from "node:assert/strict";
import { join } from "node:path";
import { takeUserFiles } from "../../experiments/session/user_files.ts";
import { planRun } from "../../experiments/session/planning/plan.ts";
import { profileOf } from "../../experiments/profiles.ts";
import { selectSuites } from "../../experiments/suites.ts";
import { UsageError } from "../../platform/errors.ts";

Deno.test("a user's graphs take the place of the ladder's, at the widths that were named", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const graph = ["first.el", "second.el"].map((name) => join(folder, name));
    for (const file of graph) await Deno.writeTextFile(file, "0 1\n");
    assert.throws(() => takeUserFiles({ width: [8] }), UsageError);
    assert.throws(() => takeUserFiles({ symmetrise: true }), /--symmetrise.*--graph FILE/);
    takeUserFiles({ graph, width: [8, 32] });
    const planned = planRun(selectSuites([]), profileOf("smoke"));
    assert.deepEqual(planned.map(({ suite, workload }) => `${suite.id} ${workload.id}`), [
      "own/kernel-ladder first:w8",
      "own/kernel-ladder first:w32",
      "own/kernel-ladder second:w8",
      "own/kernel-ladder second:w32",
    ]);
    assert.ok(selectSuites(["roc"]).every(({ paper }) => paper === "roc"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
