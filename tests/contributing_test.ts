/**
 * CONTRIBUTING.md works as it stands: a kernel, a dataset, a suite and a paper are added in a folder outside
 * the repository by the very blocks that it prints.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { requestAdapter } from "../hardware/webgpu/adapter.ts";
import type { ReproSummary } from "../experiments/session/summary.ts";
import { readSession } from "../results/store/store.ts";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Blocks of the document that begin with a comment naming a file. */
function blocks(markdown: string): Map<string, string> {
  const found = markdown.matchAll(/```ts\n(\/\/ (\w+\.ts)\n[\s\S]*?)```/g);
  return new Map([...found].map(([, text, name]) => [name, text]));
}

/** Data of the document: fenced blocks of text and CSV that name their file. */
function dataFiles(markdown: string): Map<string, string> {
  const found = markdown.matchAll(/```(?:txt|csv|wgsl) (\S+)\n([\s\S]*?)```/g);
  return new Map([...found].map(([, name, text]) => [name, text]));
}

/** Runs a script of a folder outside the repository; returns what it prints. */
async function runScript(folder: string, script: string): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--config", join(home, "deno.json"), script],
    cwd: folder,
    env: { GNN_REPRO_CACHE: join(folder, "cache"), RUST_BACKTRACE: "0", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

const choice = await requestAdapter({ allowSoftware: true });
if (choice.adapter === undefined) console.log(`The document's kernel in WGSL is not run: ${choice.reason}`);

Deno.test(
  "the document's kernel in WGSL is right, and joins the ladder from a folder outside the repository",
  {
    ignore: choice.adapter === undefined,
  },
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const markdown = await Deno.readTextFile(join(home, "CONTRIBUTING.md"));
      const files = new Map([...dataFiles(markdown), ...blocks(markdown)]);
      for (const name of ["my_wgsl_kernel.wgsl", "my_wgsl_kernel.ts"]) {
        await Deno.writeTextFile(join(folder, name), files.get(name)!);
      }
      const options = {
        papers: ["own/kernel-ladder"],
        filter: "dataset=cora && width=16 && contender=my-wgsl-kernel",
        profile: "smoke",
        device: "webgpu",
        out: "sessions",
        session: "mine",
        quiet: true,
      };
      const script = `import { repro } from "gnn-repro";\nimport "./my_wgsl_kernel.ts";\n` +
        `await repro(${JSON.stringify(options)});\n`;
      await Deno.writeTextFile(join(folder, "check.ts"), script);
      await runScript(folder, "check.ts");
      const { rows } = await readSession(join(folder, "sessions", "mine"));
      const own = rows.find(({ contender, metric }) => contender === "my-wgsl-kernel" && metric === "time")!;
      assert.equal(own.checked_rows, 2708, own.reason);
      assert.ok(own.rel_err! <= own.tolerance!);
      assert.ok(["ok", "skipped"].includes(own.status), own.reason);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("a kernel, a dataset, a suite and a paper added by the document's own steps are checked, timed and reported", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const markdown = await Deno.readTextFile(join(home, "CONTRIBUTING.md")), scripts = blocks(markdown);
    const names = [
      "my_dataset.ts",
      "my_kernel.ts",
      "my_paper.ts",
      "my_suite.ts",
      "my_wgsl_kernel.ts",
      "run.ts",
    ];
    assert.deepEqual([...scripts.keys()].sort(), names);
    const data = dataFiles(markdown);
    assert.deepEqual([...data.keys()], [
      "my_wgsl_kernel.wgsl",
      "my-graph.txt",
      "my-paper/published.csv",
      "my-paper/claims.csv",
    ]);
    await Deno.mkdir(join(folder, "my-paper"));
    for (const [name, text] of data) await Deno.writeTextFile(join(folder, name), text);
    for (const [name, text] of scripts) await Deno.writeTextFile(join(folder, name), text);

    const summary: ReproSummary = JSON.parse(await runScript(folder, "run.ts"));
    assert.deepEqual(summary.cells, { ok: 5, skipped: 0, oom: 0, failed: 0, wrong: 0 });
    const { rows, claims, comparisons } = await readSession(join(folder, summary.paths.session));
    const time = rows.find(({ contender, metric }) => contender === "my-kernel" && metric === "time");
    assert.equal(time?.dataset, "my-graph");
    assert.equal(time.dataset_kind, "real");
    assert.equal(time.checked_rows, 3);
    assert.ok(time.rel_err! <= time.tolerance!);
    const report = await Deno.readTextFile(join(folder, summary.paths.report));
    assert.match(report, /Is my kernel faster\?/);

    assert.match(report, /On rings/);
    assert.match(report, /out of regime/);
    assert.deepEqual(claims.map(({ claim_id, verdict }) => [claim_id, verdict]), [
      ["my-paper.q.ring", "reproduced"],
      // A call on three vertices takes as long as one on none.
      ["my-paper.q.faster", "out-of-regime"],
      ["my-paper.q.large", "out-of-regime"],
    ]);
    assert.match(
      claims[2].premise,
      /^entries >= 1000000: entries of my-kernel on my-graph is 9, 1000000 or more is wanted$/,
    );
    assert.match(claims[2].reason, /in the regime: a ring of more than 333,333 vertices/);
    assert.deepEqual(
      comparisons.map(({ published_id, judgement, reason }) => [published_id, judgement || reason]),
      [
        ["my-paper.t1.vertices", "within"],
        ["my-paper.t1.edges", "within"],
        ["my-paper.t1.memory", "setting"],
        ["my-paper.f2.ring", "shown"],
        ["my-paper.f2.text", "duplicate-of:my-paper.f2.ring"],
      ],
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
