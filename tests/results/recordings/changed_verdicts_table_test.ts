/** Table of verdicts in recorded sessions that are others by today's rules. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { bundleSession } from "../../../results/bundle.ts";
import { changedVerdictsTable } from "../../../results/recordings/changed_verdicts_table.ts";
import type { ClaimRow, Verdict } from "../../../results/row.ts";
import { SessionStore } from "../../../results/store/store.ts";
import type { Judge } from "../../../results/verdicts/judge.ts";
import { inFolder } from "../../in_folder.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

Deno.test("a change that sessions have alike is one line, and many changes of one session are a number", () =>
  inFolder(async (folder) => {
    const claims = (count: number, verdict: Verdict): ClaimRow[] =>
      Array.from({ length: count }, (_, i) => claimRow({ claim_id: `c.q.${i}`, verdict }));
    const archives: string[] = [];
    for (const [name, count] of [["a", 2], ["b", 1], ["many", 21]] as const) {
      const path = join(folder, "card", name);
      {
        using store = await SessionStore.open(path, { create: sessionDocument({ session: name }) });
        await store.writeClaims(claims(count, "reproduced"));
      }
      archives.push((await bundleSession({ root: folder, session: path })).archive);
    }
    const judge: Judge = ({ document, claims }) =>
      claims.map((claim, i) => ({
        ...claim,
        ...(i === 1 && document.session === "a"
          ? {}
          : { verdict: "inconclusive" as const, reason: `of ${document.session}` }),
      }));
    const [table, sentence, ...more] = (await changedVerdictsTable(archives, judge)).split("\n\n");
    assert.deepEqual(table.split("\n").slice(2), [
      "| `c.q.0` | `reproduced` | `inconclusive` | of b | `card/a`, `card/b` |",
    ]);
    assert.equal(sentence, "21 of the 21 verdicts of `card/many` are others today.");
    assert.deepEqual(more, []);
  }));
