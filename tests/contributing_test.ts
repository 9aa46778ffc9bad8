/**
 * CONTRIBUTING.md works as it stands: a kernel, a dataset and a suite are added in a folder outside the repository by the
 * very blocks that it prints.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReproSummary } from "../experiments/session/summary.ts";
import { readSession } from "../results/store.ts";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Blocks of the document that begin with a comment naming a file. */
function blocks(markdown: string): Map<string, string> {
  const found = markdown.matchAll(/```ts\n(\/\/ (\w+\.ts)\n[\s\S]*?)```/g);
  return new Map([...found].map(([, text, name]) => [name, text]));
}

Deno.test("a kernel, a dataset and a suite added by the document's own steps are checked, timed and reported", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const scripts = blocks(await Deno.readTextFile(join(home, "CONTRIBUTING.md")));
    assert.deepEqual([...scripts.keys()].sort(), ["my_dataset.ts", "my_kernel.ts", "my_suite.ts", "run.ts"]);
    for (const [name, text] of scripts) await Deno.writeTextFile(join(folder, name), text);
    await Deno.writeTextFile(join(folder, "my-graph.txt"), "0 1\n1 2\n2 0\n");

    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--config", join(home, "deno.json"), "run.ts"],
      cwd: folder,
      env: { GNN_REPRO_CACHE: join(folder, "cache"), RUST_BACKTRACE: "0", NO_COLOR: "1" },
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));

    const summary: ReproSummary = JSON.parse(new TextDecoder().decode(stdout));
    assert.deepEqual(summary.cells, { ok: 2, skipped: 0, oom: 0, failed: 0, wrong: 0 });
    const { rows } = await readSession(join(folder, summary.paths.session));
    const time = rows.find(({ contender, metric }) => contender === "my-kernel" && metric === "time");
    assert.equal(time?.dataset, "my-graph");
    assert.equal(time.dataset_kind, "real");
    assert.equal(time.checked_rows, 3);
    assert.ok(time.rel_err! <= time.tolerance!);
    assert.match(await Deno.readTextFile(join(folder, summary.paths.report)), /Is my kernel faster\?/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
