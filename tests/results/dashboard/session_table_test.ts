/** Table of a dashboard's sessions. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { renderSessions } from "../../../results/dashboard/session_table.ts";
import { readHistory } from "../../../results/history/session_history.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { comparison, newRow, sessionDocument } from "../session_fixture.ts";

Deno.test("the state of a session says how many of its cells are wrong or failed", () =>
  inFolder(async (root) => {
    for (
      const [session, statuses] of [
        ["clean", { cora: "ok" }],
        ["lost", { cora: "wrong", pubmed: "failed", reddit: "failed" }],
      ] as const
    ) {
      using store = await SessionStore.open(join(root, session), { create: sessionDocument({ session }) });
      for (const [name, status] of Object.entries(statuses)) {
        const cell = `hetu-gnn/figure-8:${name}:natural`;
        const row = newRow({ cell, status, reason: status === "ok" ? "" : "why" });
        await store.commitComparison({ ...comparison(name), rows: [row], samples: [] });
      }
    }
    const { sessions } = await readHistory(root);
    const { source } = renderSessions(sessions, [], 10);
    const states = [...source.matchAll(/((?:not )?finished[^<]*)<\/td>/g)].map(([, state]) => state);
    assert.deepEqual(states, ["finished, 1 cell is wrong and 2 failed", "finished"]);
  }));
