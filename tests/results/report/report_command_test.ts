import assert from "node:assert/strict";
import { join } from "node:path";
import { MissingError, UsageError } from "../../../platform/errors.ts";
import { findSession, rebuildReport } from "../../../results/report/report_command.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

Deno.test("a session is found by name, by path, or as the one written last", async () => {
  const root = await Deno.makeTempDir();
  try {
    await assert.rejects(findSession({ root }), MissingError);
    await assert.rejects(findSession({ root: join(root, "absent") }), MissingError);
    for (const name of ["b", "a"]) {
      using store = await SessionStore.open(join(root, name), { create: sessionDocument({ session: name }) });
      await store.writeClaims([claimRow()]);
    }
    await Deno.mkdir(join(root, "no-session"));
    await Deno.utime(join(root, "a", "session.json"), 2_000, 2_000);
    await Deno.utime(join(root, "b", "session.json"), 1_000, 1_000);
    assert.equal(await findSession({ root }), join(root, "a"));
    assert.equal(await findSession({ root, session: "b" }), join(root, "b"));
    assert.equal(await findSession({ root: "/nowhere", session: join(root, "b") }), join(root, "b"));
    await assert.rejects(findSession({ root, session: "c" }), /2 others in .*name one of a, b$/);
    await assert.rejects(
      findSession({ root, session: join(root, "no-session") }),
      /no session at that path, .*correct the path/,
    );
    const rebuilt = await rebuildReport({ root, session: "b" });
    assert.equal(rebuilt.report, join(root, "b", "report.html"));
    assert.equal(rebuilt.scorecard[0].evidence[0].counts.inconclusive, 1);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("sessions are read whose names new ones must not have", async () => {
  await inFolder(async (root) => {
    for (const session of ["old.zip", "old-report", "site"]) {
      {
        using _store = await SessionStore.open(join(root, session), { create: sessionDocument({ session }) });
      }
      assert.equal(await findSession({ root, session }), join(root, session));
      const to = join(root, "reports", session), { report } = await rebuildReport({ root, session, to });
      assert.match(await Deno.readTextFile(report), new RegExp(`<title>Session ${session}`));
    }
  });
});

Deno.test("a report in a folder of other files changes none of them, and is refused where it would replace one", async () => {
  await inFolder(async (root) => {
    {
      using _store = await SessionStore.open(join(root, "a"), { create: sessionDocument() });
    }
    const to = join(root, "paper");
    await Deno.mkdir(join(to, "plots"), { recursive: true });
    const foreign = ["paper.tex", "plots/photo.png", "plots/architecture.pdf", "deno.json"];
    for (const file of foreign) await Deno.writeTextFile(join(to, file), '{"tasks":{}}');
    const write = () => rebuildReport({ root, session: "a", to });
    for (const file of ["deno.json", "deno.jsonc", "report.html", "report.ipynb"]) {
      await Deno.writeTextFile(join(to, file), '{"tasks":{}}');
      await assert.rejects(write, (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, new RegExp(`found ${file} there, .*--to .*paper[\\\\/]report`));
        return true;
      });
      assert.equal(await Deno.readTextFile(join(to, file)), '{"tasks":{}}');
      assert.equal((await Array.fromAsync(Deno.readDir(to))).length, 3, "nothing is written before");
      await Deno.remove(join(to, file));
    }
    await write();
    // A report written before is replaced, also one of a version without the workspace.
    const config = join(to, "deno.json"),
      { workspace: _, ...older } = JSON.parse(await Deno.readTextFile(config));
    await Deno.writeTextFile(config, JSON.stringify(older));
    await write();
    assert.deepEqual(JSON.parse(await Deno.readTextFile(config)).workspace, []);
    for (const file of foreign.slice(0, 3)) {
      assert.equal(await Deno.readTextFile(join(to, file)), '{"tasks":{}}');
    }
  });
});
