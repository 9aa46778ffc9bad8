/**
 * A session as one archive: every verb reads it as it reads the folder, and nothing writes into it. @module
 */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { DataError, MissingError, ReproError, UsageError } from "../../platform/errors.ts";
import { readZip } from "../../platform/files/zip_reader.ts";
import { writeZip } from "../../platform/files/zip_writer.ts";
import { bundleSession } from "../../results/bundle.ts";
import { compareCommand } from "../../results/compare/compare_command.ts";
import { buildDashboard } from "../../results/dashboard/site.ts";
import { explainRow } from "../../results/explain.ts";
import { findGarbage } from "../../results/gc.ts";
import { listSessions } from "../../results/history/session_list.ts";
import { measureNoise } from "../../results/noise.ts";
import { findSession, rebuildReport } from "../../results/report/report_command.ts";
import { readSession, SessionStore } from "../../results/store/store.ts";
import { claimRow, comparison, comparisonRow, sessionDocument } from "./session_fixture.ts";

const LIMIT = 2 ** 20;

/** A folder with the session `s1`, its report and its archive. */
async function withArchive(use: (root: string, archive: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    {
      using store = await SessionStore.open(join(root, "s1"), { create: sessionDocument() });
      for (const text of ["", 'a "b",\nc']) {
        await store.commitComparison(comparison(`cora${text}`, { text, rounds: 5 }));
      }
      await store.writeClaims([claimRow({ evidence: "=1+1" })]);
      await store.writeComparisons([comparisonRow()]);
    }
    await rebuildReport({ root, session: "s1" });
    await Deno.mkdir(join(root, "s1", "plots"));
    await Deno.writeTextFile(join(root, "s1", "plots", "plot.svg"), "<svg/>");
    const { archive } = await bundleSession({ root, session: "s1" });
    await use(root, archive);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("an archive that is too large leaves out what a report makes anew, and no more than it has to", () =>
  withArchive(async (root, archive) => {
    const { size: whole } = await Deno.stat(archive);
    const packed = async (most: number) => {
      const remarks: string[] = [];
      const file = join(root, "small.zip");
      const { files, bytes } = await bundleSession({
        root,
        session: join(root, "s1"),
        file,
        most,
        remark: (text) => remarks.push(text),
      });
      const { rows, samples } = await readSession(file);
      assert.deepEqual([rows, samples], [
        (await readSession(archive)).rows,
        (await readSession(archive)).samples,
      ]);
      return { files, bytes, remarks };
    };
    const all = await packed(whole);
    assert.deepEqual([all.bytes, all.remarks], [whole, []]);
    const noPictures = await packed(whole - 1);
    assert.ok(noPictures.bytes < whole);
    assert.deepEqual(noPictures.files, all.files.filter((file) => !file.startsWith("plots/")));
    const least = await packed(1);
    assert.deepEqual(
      least.files,
      noPictures.files.filter((file) => file !== "report.html" && file !== "report.ipynb"),
    );
    assert.match(least.remarks.at(-1)!, /left out of the archive.*\(3 files\)/);
  }));

Deno.test("an archive holds the whole session, with the same bytes each time", () =>
  withArchive(async (root, archive) => {
    assert.equal(archive, join(root, "s1.zip"));
    const bytes = await Deno.readFile(archive);
    const again = await bundleSession({
      root,
      session: join(root, "s1"),
      file: join(root, "new", "again.zip"),
    });
    assert.deepEqual(await Deno.readFile(again.archive), bytes);
    const paths = [...readZip(bytes, archive, LIMIT).keys()];
    assert.deepEqual(paths.slice(0, 9), [
      "manifest.json",
      "session.json",
      "journal.jsonl",
      "rows.csv",
      "samples.csv",
      "comparison.csv",
      "claims.csv",
      "report.html",
      "report.ipynb",
    ]);
    assert.ok(paths.some((path) => /^plots\/.*\.svg$/.test(path)), paths.join());
    assert.deepEqual(again.files, paths.slice(1));
    assert.deepEqual(await readSession(archive), await readSession(join(root, "s1")));
  }));

Deno.test("verbs read an archive as they read the folder, and write beside it", () =>
  withArchive(async (root, archive) => {
    const folder = join(root, "s1");
    const report = await Deno.readTextFile(join(folder, "report.html"));
    const cell = "hetu-gnn/figure-8:cora:c0";
    const explained = await explainRow(folder, { cell });
    const { cells } = await measureNoise({ root, session: folder });
    await Deno.remove(folder, { recursive: true });

    assert.equal(await findSession({ root }), archive);
    assert.equal(await findSession({ root, session: "s1" }), archive);
    assert.equal(await findSession({ root: "/nowhere", session: folder }), archive);
    assert.equal(await explainRow(archive, { cell }), explained);
    assert.deepEqual((await measureNoise({ root, session: "s1" })).cells, cells);

    const rebuilt = await rebuildReport({ root, session: "s1.zip" });
    assert.equal(rebuilt.report, join(root, "s1-report", "report.html"));
    assert.equal(await Deno.readTextFile(rebuilt.report), report);
    assert.match(
      await Deno.readTextFile(rebuilt.notebook),
      /displaySession\(join\(Deno.cwd\(\), \\"..\/s1.zip\\"\)/,
    );
    const elsewhere = await rebuildReport({ root, session: "s1", to: join(root, "x", "y") });
    assert.equal(elsewhere.report, join(root, "x", "y", "report.html"));

    await Deno.mkdir(join(root, "before"));
    await Deno.copyFile(archive, join(root, "before", "s0.zip"));
    const { page, comparison } = await compareCommand({ root, sessions: ["before/s0.zip", archive] });
    assert.equal(page, join(root, "s1-report", "compare-s0.html"));
    assert.equal(comparison.pairs[0].cells.length, 4);

    const { history } = await buildDashboard({ root });
    assert.deepEqual(history.sessions.map(({ rows }) => rows), [4]);
    assert.match(
      await Deno.readTextFile(join(root, "site", "index.html")),
      /href="..\/s1-report\/report.html"/,
    );
    const [garbage] = await findGarbage({ root, keep: 0 });
    assert.deepEqual([garbage.path, garbage.goes], [archive, false]);
    assert.equal(await Deno.stat(join(root, "s1")).catch(() => "absent"), "absent");
  }));

Deno.test("a session is named for its folder, also where the path to it ends in a dot", () =>
  withArchive(async (root) => {
    await Deno.rename(join(root, "s1.zip"), join(root, "s2.zip"));
    const session = `${join(root, "s1")}/.`;
    assert.equal((await bundleSession({ root, session })).archive, join(root, "s1.zip"));
    const { page, comparison } = await compareCommand({ root, sessions: [session, join(root, "s2")] });
    assert.equal(basename(page!), "compare-s1.html");
    assert.deepEqual(comparison.sessions.map((each) => each.session), ["s1", "s2"]);
  }));

Deno.test("of a folder and its archive in one place the folder counts, and once", () =>
  withArchive(async (root) => {
    const { sessions } = await listSessions(root);
    assert.deepEqual(sessions.map(({ folder }) => basename(folder)), ["s1"]);
    assert.equal(await findSession({ root }), join(root, "s1"));
    assert.equal(await findSession({ root, session: "s1" }), join(root, "s1"));
  }));

Deno.test("the resume of an archive is refused with the way to unpack it, and what is unpacked goes on", () =>
  withArchive(async (root, archive) => {
    await Deno.remove(join(root, "s1"), { recursive: true });
    const bytes = await Deno.readFile(archive);
    for (const name of ["s1", "s1.zip"]) {
      await assert.rejects(
        SessionStore.open(join(root, name), { create: sessionDocument() }),
        (error) =>
          error instanceof UsageError &&
          /an archive.*unpack it first: unzip .*s1.zip -d .*s1 /.test(error.message),
      );
    }
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name), ["s1.zip"]);
    await Deno.mkdir(join(root, "s1", "plots"), { recursive: true });
    for (const [path, file] of readZip(bytes, archive, LIMIT)) {
      await Deno.writeFile(join(root, "s1", path), file.read());
    }
    {
      using store = await SessionStore.open(join(root, "s1"));
      await store.commitComparison(comparison("pubmed", { rounds: 5 }));
    }
    const { files } = await bundleSession({ root, session: "s1" });
    assert.ok(!files.includes("manifest.json"));
    assert.equal((await readSession(archive)).rows.length, 6);
  }));

Deno.test("what a killed run left is not packed, and what is damaged or locked is refused", () =>
  withArchive(async (root, archive) => {
    const rows = join(root, "s1", "rows.csv");
    const whole = await Deno.readTextFile(rows);
    await Deno.writeTextFile(rows, `${whole}1,"to`);
    const remarks: string[] = [];
    await bundleSession({ root, session: "s1", remark: (text) => remarks.push(text) });
    assert.match(remarks.join(), /rows.csv: the last line, \d+, does not count/);
    const packed = readZip(await Deno.readFile(archive), archive, LIMIT).get("rows.csv")!.read();
    assert.equal(new TextDecoder().decode(packed), whole);
    await assert.rejects(bundleSession({ root, session: "s1.zip" }), /an archive already/);
    await assert.rejects(bundleSession({ root, session: "s1", file: "x.tar" }), /--out x.tar.zip/);
    {
      using _ = await SessionStore.open(join(root, "s1"));
      await assert.rejects(bundleSession({ root, session: "s1" }), /a folder that nobody writes/);
    }
    await Deno.writeTextFile(join(root, "s1", "claims.csv"), "session,pa");
    await assert.rejects(bundleSession({ root, session: "s1" }), DataError);
  }));

Deno.test("a file of an archive that is not the manifest's is refused by its name", () =>
  withArchive(async (root, archive) => {
    const files = [...readZip(await Deno.readFile(archive), archive, LIMIT).values()]
      .map((file) => ({ path: file.path, bytes: file.read() }));
    const rewrite = async (change: (file: typeof files[0]) => typeof files) =>
      await Deno.writeFile(archive, await writeZip(files.flatMap(change)));
    const other = (bytes: Uint8Array) => bytes.map((byte, i) => i === bytes.length - 3 ? byte ^ 1 : byte);
    for (const name of ["session.json", "rows.csv", "samples.csv", "claims.csv"]) {
      await rewrite((file) => [file.path === name ? { ...file, bytes: other(file.bytes) } : file]);
      await assert.rejects(readSession(archive), (error) => {
        assert.ok(error instanceof DataError);
        assert.deepEqual(error.place, { file: `${archive}/${name}` });
        assert.match(
          error.message,
          /found SHA-256 [0-9a-f]{64}, wanted [0-9a-f]{64}, as manifest.json has it/,
        );
        return true;
      });
    }
    await rewrite((file) => file.path === "samples.csv" ? [] : [file]);
    await assert.rejects(
      readSession(archive),
      /samples.csv": found no such file in the archive, wanted \d+ bytes/,
    );
    await rewrite((file) => [file.path === "rows.csv" ? { ...file, bytes: file.bytes.subarray(1) } : file]);
    await assert.rejects(readSession(archive), /rows.csv": found \d+ bytes, wanted \d+ bytes/);
    await rewrite((file) => file.path === "manifest.json" ? [] : [file]);
    await assert.rejects(readSession(archive), MissingError);
    const [manifest] = files;
    const later = new TextEncoder().encode(
      new TextDecoder().decode(manifest.bytes).replace('"archive": 1', '"archive": 2'),
    );
    await rewrite((file) => [file === manifest ? { ...file, bytes: later } : file]);
    await assert.rejects(readSession(archive), /wanted a manifest of version 1 with schema 1, 2 or 3/);
    // A site names it, and shows the others.
    const { history } = await buildDashboard({ root });
    assert.equal(history.sessions.length, 1);
    assert.match(history.unreadable[0].reason, /manifest.json/);
  }));

Deno.test("a file that unpacks to far more than its archive is refused before it is unpacked", async () => {
  const root = await Deno.makeTempDir(), path = join(root, "bomb.zip");
  try {
    const text = new TextEncoder();
    for (const [name, bytes] of [["session.json", 2 ** 26], ["manifest.json", 2 ** 26]] as const) {
      await Deno.writeFile(
        path,
        await writeZip([
          ...name === "manifest.json" ? [] : [{ path: "manifest.json", bytes: text.encode("{}") }],
          { path: name, bytes: new Uint8Array(bytes) },
        ]),
      );
      await assert.rejects(readSession(path), (error) => {
        assert.ok(error instanceof DataError);
        assert.match(error.message, new RegExp(`bomb\\.zip/${name}": found 64 MiB claimed for .* packed`));
        return true;
      });
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a cut archive is a data error at every length", () =>
  withArchive(async (_root, archive) => {
    const bytes = await Deno.readFile(archive);
    for (let share = 0; share < 40; share++) {
      await Deno.writeFile(archive, bytes.subarray(0, Math.floor(bytes.length * share / 40)));
      await assert.rejects(readSession(archive), ReproError);
    }
  }));
