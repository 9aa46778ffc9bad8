/**
 * A finished comparison counts once: lines that stand twice, or in another's place, are refused.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { workloadOf } from "../../../results/store/journal.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { comparison } from "../session_fixture.ts";
import { assertRefused, bytesOf, edit, withSession } from "./stored_session.ts";

/** Leaves the digests out of a journal, as in sessions of earlier versions. */
const withoutDigests = (folder: string) =>
  edit(folder, "journal.jsonl", (text) => text.replaceAll(/,"digest":{[^}]*}/g, ""));

Deno.test("a session that somebody has appended to itself is refused, and no comparison counts twice", () =>
  withSession(async (folder) => {
    const last = { "journal.jsonl": 1, "rows.csv": 2, "samples.csv": 4 };
    for (const [file, lines] of Object.entries(last)) {
      await edit(folder, file, (text) => `${text}${text.trimEnd().split("\n").slice(-lines).join("\n")}\n`);
    }
    await assertRefused(folder, "journal.jsonl", 4, /hetu-gnn\/figure-8:reddit, attempt 1 once more/);
  }));

Deno.test("in a session from before there were digests, a line that stands twice in another's place is refused", () =>
  withSession(async (folder) => {
    await withoutDigests(folder);
    assert.equal((await readSession(folder)).rows.length, 6);
    await edit(folder, "rows.csv", (text) => text.replace(/\n(3,.*cora:c0.*\n)3,.*cora:c1.*\n/, "\n$1$1"));
    await assertRefused(folder, "rows.csv", 3, /metric "time" of cell ".*cora:c0" once more/);
  }));

Deno.test("in such a session it is refused in the last comparison as in the first", () =>
  withSession(async (folder) => {
    await withoutDigests(folder);
    await edit(
      folder,
      "rows.csv",
      (text) => text.replace(/\n(3,.*reddit:c0.*\n)3,.*reddit:c1.*\n/, "\n$1$1"),
    );
    await assertRefused(folder, "rows.csv", 15, /metric "time" of cell ".*reddit:c0" once more/);
  }));

Deno.test("in such a session a sample of another attempt does not take the place of one", () =>
  withSession(async (folder) => {
    {
      using store = await SessionStore.open(folder);
      await store.commitComparison(comparison("reddit", { rounds: 2, value: 9 }));
    }
    await withoutDigests(folder);
    assert.equal((await readSession(folder)).samples.length, 16);
    await edit(folder, "samples.csv", (text) => {
      const lines = text.trimEnd().split("\n");
      return `${[...lines.slice(0, -1), lines.at(-5)].join("\n")}\n`;
    });
    const line = (await Deno.readTextFile(join(folder, "samples.csv"))).trimEnd().split("\n").length;
    await assertRefused(folder, "samples.csv", line, /a line of another comparison, wanted sample 4 of 4/);
  }));

Deno.test("a last line of the journal that is whole, but no entry, is damaged and not torn", () =>
  withSession(async (folder) => {
    await edit(folder, "journal.jsonl", (text) => {
      const at = text.lastIndexOf('"attempt":1');
      return `${text.slice(0, at)}"attempt":0${text.slice(at + 11).trimEnd()}`;
    });
    await assertRefused(folder, "journal.jsonl", 3, /attempt: /);
  }));

Deno.test("a resume of a session that nothing has damaged changes no byte", () =>
  withSession(async (folder) => {
    const before = await bytesOf(folder);
    (await SessionStore.open(folder)).close();
    assert.deepEqual(await bytesOf(folder), before);
  }));

Deno.test("a cell too short for suite, workload and contender has no workload", () => {
  const of = (cell: string) => workloadOf({ suite: "own/s", cell, contender: "" });
  assert.deepEqual(["own/s:w:", "own/s::", "own/s:"].map(of), ["w", "", undefined]);
});
