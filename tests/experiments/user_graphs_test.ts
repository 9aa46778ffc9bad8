import assert from "node:assert/strict";
import { join } from "node:path";
import type { TimedMeasurement } from "../../experiments/measurement.ts";
import { kernelLadder } from "../../experiments/own/kernel_ladder.ts";
import { takeUserFiles } from "../../experiments/session/user_files.ts";
import { planRun } from "../../experiments/session/planning/plan.ts";
import { profileOf } from "../../experiments/profiles.ts";
import { repro } from "../../experiments/session/repro.ts";
import { selectSuites } from "../../experiments/suites.ts";
import { readSession } from "../../results/store/store.ts";
import { DataError, UsageError } from "../../platform/errors.ts";

Deno.test("a user's graphs take the place of the ladder's, at the widths that were named", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const graph = ["first.el", "second.el"].map((name) => join(folder, name));
    for (const file of graph) await Deno.writeTextFile(file, "0 1\n");
    assert.throws(() => takeUserFiles({ width: [8] }), UsageError);
    assert.throws(() => takeUserFiles({ symmetrise: true }), /--symmetrise.*--graph FILE/);
    const decides = () => (kernelLadder.measurement as TimedMeasurement).decides;
    assert.equal(decides(), false);
    takeUserFiles({ graph, width: [8, 32] });
    assert.equal(decides(), true, "times on a user's graphs are to be told apart");
    const planned = planRun(selectSuites([]), profileOf("smoke"));
    assert.deepEqual(planned.map(({ suite, workload }) => `${suite.id} ${workload.id}`), [
      "own/kernel-ladder first:w8",
      "own/kernel-ladder first:w32",
      "own/kernel-ladder second:w8",
      "own/kernel-ladder second:w32",
    ]);
    assert.ok(selectSuites(["roc"]).every(({ id }) => id.startsWith("roc/")));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a session is not resumed with another graph under the name of one that it has, but by --stale", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "changed.el");
    const run = async (edges: string, stale = false) => {
      await Deno.writeTextFile(file, edges);
      await repro({
        papers: [],
        graph: [file],
        filter: "dataset=changed && contender=row-split",
        width: [8],
        profile: "smoke",
        device: "wasm",
        out: folder,
        session: "mine",
        quiet: true,
        stale,
      });
      const { rows } = await readSession(join(folder, "mine"));
      const own = rows.filter(({ dataset }) => dataset === "changed");
      const last = Math.max(...own.map(({ attempt }) => attempt));
      return new Set(own.flatMap(({ attempt, dataset_hash }) => attempt === last ? [dataset_hash] : []));
    };
    const first = await run("0 1\n1 2\n");
    assert.equal(first.size, 1);
    assert.deepEqual(await run("0 1\n1 2\n# the same graph\n"), first);
    const session = await Deno.readTextFile(join(folder, "mine", "session.json"));
    await assert.rejects(run("0 1\n2 1\n"), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /resume session "mine": found another graph changed, .*--stale/);
      return true;
    });
    assert.equal(await Deno.readTextFile(join(folder, "mine", "session.json")), session);
    const again = await run("0 1\n2 1\n", true);
    assert.equal(again.size, 1);
    assert.notDeepEqual(again, first);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a damaged graph of the user's ends the run before anything is timed, by file and line", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "damaged.el");
    await Deno.writeTextFile(file, "0 1\n1 x\n");
    const run = repro({
      papers: [],
      graph: [file],
      filter: "dataset=damaged",
      width: [8],
      profile: "smoke",
      device: "wasm",
      out: folder,
      session: "mine",
      quiet: true,
    });
    await assert.rejects(run, (error: Error) => {
      assert.ok(error instanceof DataError);
      assert.equal(error.exitCode, 3);
      assert.match(error.message, /"damaged\.el", line 2/);
      return true;
    });
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name),
      ["damaged.el"],
      "no session begins",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("of several graphs a damaged one costs its own cells, with its reason, and the run says that it failed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const graph = ["damaged-one.el", "sound-one.el"].map((name) => join(folder, name));
    await Deno.writeTextFile(graph[0], "0 1\n1 x\n");
    await Deno.writeTextFile(graph[1], "0 1\n1 2\n");
    const { failed } = await repro({
      papers: [],
      graph,
      filter: "dataset~-one && contender=row-split",
      width: [8],
      profile: "smoke",
      device: "wasm",
      out: folder,
      session: "several",
      quiet: true,
    });
    const { rows } = await readSession(join(folder, "several"));
    const of = (name: string) => rows.filter(({ dataset, metric }) => dataset === name && metric === "time");
    assert.ok(of("damaged-one").length > 0 && of("sound-one").length > 0);
    for (const { status, reason } of of("damaged-one")) {
      assert.equal(status, "failed");
      assert.match(reason, /read "damaged-one.el", line 2/);
    }
    assert.ok(of("sound-one").every(({ status }) => status === "ok"));
    assert.equal(failed, true);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
