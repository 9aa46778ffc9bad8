import assert from "node:assert/strict";
import { join } from "node:path";
import { MissingError } from "../../../platform/errors.ts";
import { findSession, rebuildReport } from "../../../results/report/report_command.ts";
import { SessionStore } from "../../../results/store/store.ts";
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
