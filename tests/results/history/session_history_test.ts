import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { buildDashboard } from "../../../results/dashboard/site.ts";
import { readCurrentRows } from "../../../results/history/row_reader.ts";
import { nightly } from "../../../results/nightly.ts";
import { openSource } from "../../../results/store/session_source.ts";
import { readHistory } from "../../../results/history/session_history.ts";
import { countingRows } from "../../../results/store/counting_rows.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { COMPARISONS, headerLine, tableLines } from "../../../results/store/tables.ts";
import { comparison, comparisonRow, sessionDocument } from "../session_fixture.ts";
import { writeNights } from "./synthetic_sessions.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("the fast reader gives the rows that count, also with quotes, line ends, attempts and torn lines", async () => {
  await inFolder(async (root) => {
    const folder = join(root, "s1");
    {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      await store.commitComparison(comparison("plain"));
      await store.commitComparison(comparison("quoted", { text: `a "b",\nc` }));
      await store.commitComparison(comparison("plain", { value: 3 }));
    }
    const expected = countingRows((await readSession(folder)).rows);
    const current = async () => await readCurrentRows(await openSource(folder));
    assert.deepEqual(await current(), { rows: expected, remarks: [] });
    // A run that was killed in the middle of a line, and rows that no journal line vouches for.
    const rows = await Deno.readTextFile(join(folder, "rows.csv"));
    await Deno.writeTextFile(
      join(folder, "rows.csv"),
      rows + rows.split("\n")[1].replace("plain", "lost") + '\n1,"to',
    );
    const { rows: counted, remarks } = await current();
    assert.deepEqual(counted, expected);
    assert.match(
      remarks.join("\n"),
      /1 whole line from line \d+ on does not count[^]*the last line, \d+, does not count/,
    );
    await Deno.writeTextFile(join(folder, "rows.csv"), rows.replace(",wasm,none,2,", ",wasm,odd,2,"));
    await assert.rejects(current(), /odd/);
  });
});

Deno.test("a planted regression is one, its speed-up's fall is a change, and nothing else steps", async () => {
  await inFolder(async (root) => {
    const regression = { night: 24, factor: 1.15 };
    await writeNights(root, { nights: 30, suites: 1, workloads: 6, noise: 0.01, regression });
    const { sessions, suites: [{ changes, series }] } = await readHistory(root);
    assert.equal(sessions.length, 30);
    assert.equal(series.length, 24);
    const seen = changes.map((
      { kind, session, confirmed, series: { head } },
    ) => [head.metric, kind, session, confirmed]);
    assert.deepEqual(seen.sort(), [["speedup", "change", 24, 25], ["time", "regression", 24, 25]]);
  });
});

Deno.test("another device, profile or graph begins another history, and a damaged session stops no other", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { nights: 4, suites: 1, workloads: 1, noise: 0 });
    const path = join(root, "night-002", "session.json");
    const document = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...document, profile: "paper" }));
    await Deno.writeTextFile(join(root, "night-003", "session.json"), "{");
    await Deno.mkdir(join(root, "no-session"));
    const { sessions, unreadable, suites: [{ series }] } = await readHistory(root);
    assert.deepEqual(sessions.map(({ document }) => document.session), [
      "night-001",
      "night-002",
      "night-004",
    ]);
    assert.deepEqual(series.map((each) => each.sessions), [[0, 2], [0, 2], [0, 2], [0, 2], [1], [1], [1], [
      1,
    ]]);
    assert.equal(new Set(series.map(({ id }) => id)).size, 8);
    assert.match(unreadable[0].reason, /night-003/);
  });
});

Deno.test("another setting of a suite begins another history: what it costs is no regression", async () => {
  await inFolder(async (root) => {
    const regression = { night: 24, factor: 1.15 };
    await writeNights(root, { nights: 30, suites: 1, workloads: 6, noise: 0.01, regression });
    for (let night = 25; night <= 30; night++) {
      const path = join(root, `night-0${night}`, "session.json");
      const document = JSON.parse(await Deno.readTextFile(path)), [suite] = document.suites;
      const settings = { ...suite.settings, "feature width": "256" };
      await Deno.writeTextFile(path, JSON.stringify({ ...document, suites: [{ ...suite, settings }] }));
    }
    const { suites: [{ changes, series }] } = await readHistory(root);
    assert.deepEqual(changes, []);
    assert.deepEqual(series.map(({ sessions }) => sessions.length).sort(), [
      ...Array(24).fill(24),
      ...Array(24).fill(6),
    ]);
  });
});

Deno.test("a published number stays beside a cell that later sessions did not run, until one runs it", async () => {
  await inFolder(async (root) => {
    const write = async (name: string, workload: string, ids: readonly string[]) => {
      const folder = join(root, name), created = `2026-01-0${name.at(-1)}T03:04:05Z`;
      using store = await SessionStore.open(folder, {
        create: sessionDocument({ session: name, created, updated: created }),
      });
      await store.commitComparison(comparison(workload));
      const cell = `hetu-gnn/figure-8:${workload}:c1`;
      const joined = ids.map((published_id) => comparisonRow({ session: name, published_id, cell }));
      const rows = [...joined, comparisonRow({ session: name, published_id: "unmeasured", cell: "" })];
      await Deno.writeTextFile(
        join(folder, COMPARISONS.file),
        headerLine(COMPARISONS) + tableLines(COMPARISONS, rows),
      );
    };
    const ids = async () =>
      [...(await readHistory(root)).published.values()].flat().map(({ published_id }) => published_id);
    await write("s1", "cora", ["cora.printed"]);
    await write("s2", "reddit", ["reddit.printed"]);
    assert.deepEqual(await ids(), ["cora.printed", "reddit.printed"]);
    await write("s3", "cora", []);
    assert.deepEqual(await ids(), ["reddit.printed"]);
  });
});

Deno.test("a folder without sessions has an empty history", async () => {
  await inFolder(async (root) => {
    const { sessions, suites } = await readHistory(join(root, "absent"));
    assert.deepEqual([sessions, suites], [[], []]);
  });
});

Deno.test("a torn table or a blank line costs a session that table or nothing, and a damaged one itself, each named", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { nights: 6, suites: 1, workloads: 2, noise: 0 });
    const path = (night: number, file: string) => join(root, `night-00${night}`, file);
    const edit = async (night: number, file: string, change: (text: string) => string) =>
      await Deno.writeTextFile(path(night, file), change(await Deno.readTextFile(path(night, file))));
    for (const file of ["rows.csv", "journal.jsonl", "comparison.csv", "claims.csv"]) {
      await edit(1, file, (text) => `${text}\n`);
    }
    await edit(2, "comparison.csv", (text) => `${text}night-002,hetu-g`);
    await edit(3, "claims.csv", (text) => text.slice(0, -10));
    await edit(4, "rows.csv", (text) => text.replace("\n1,", '\n"1,'));
    await Deno.remove(path(5, "session.json"));
    await Deno.mkdir(path(5, "session.json"));
    await Deno.writeTextFile(join(root, "night-007.zip"), "PK");
    const { index, history } = await buildDashboard({ root });
    const names = ["night-001", "night-002", "night-003", "night-006"];
    assert.deepEqual(history.sessions.map(({ document }) => document.session), names);
    assert.deepEqual(history.sessions.map(({ rows, claims }) => [rows, claims.length]), [[8, 1], [8, 1], [
      8,
      0,
    ], [
      8,
      1,
    ]]);
    const failures = (
      { folder, reason }: { folder: string; reason: string },
    ) => [basename(folder), /(\w+\.\w+)"/.exec(reason)?.[1]];
    assert.deepEqual(history.unreadable.map(failures).sort(), [
      ["night-004", "rows.csv"],
      ["night-005", undefined],
      ["night-007.zip", "007.zip"],
    ]);
    assert.deepEqual(history.incomplete.map(failures), [["night-002", "comparison.csv"], [
      "night-003",
      "claims.csv",
    ]]);
    const page = await Deno.readTextFile(index);
    assert.match(page, /3 sessions were left out:/);
    assert.match(page, /<li>night-004: [^<]*rows.csv[^<]*line/);
    assert.match(page, /2 sessions are shown without a part:/);
    assert.match(page, /<li>night-002: [^<]*comparison.csv/);
    const run = () => Promise.resolve({ session: "night-006", failed: false });
    const { exitCode, markdown } = await nightly({ root, run });
    assert.equal(exitCode, 0);
    assert.match(markdown, /night/);
  });
});
