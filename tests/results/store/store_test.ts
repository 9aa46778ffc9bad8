import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ConflictError, DataError, MissingError, UsageError } from "../../../platform/errors.ts";
import { type Row, type Sample, SCHEMA } from "../../../results/row.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { claimRow, comparison, comparisonRow, sessionDocument } from "../session_fixture.ts";
import { inFolder } from "../../in_folder.ts";
import { shares } from "../../shares.ts";

const SUITE = "hetu-gnn/figure-8";

Deno.test("a comparison is read back whole, with its attempt", () =>
  inFolder(async (folder) => {
    const created = sessionDocument(), othersLoad = { busy: 1.25, processors: 2, notable: 0.2 };
    {
      using store = await SessionStore.open(folder, { create: created });
      assert.equal(store.finished(SUITE, "cora"), undefined);
      const rows = await store.commitComparison(comparison("cora"));
      for (const { attempt, session, schema } of rows) {
        assert.deepEqual([attempt, session, schema], [1, "s1", SCHEMA]);
      }
      assert.equal(rows.length, 2);
      await store.commitComparison({ ...comparison("cora", { value: 5 }), othersLoad });
      assert.equal(store.finished(SUITE, "cora")?.attempt, 2);
      assert.equal(store.finished(SUITE, "cora")?.key, "key of cora 5");
      await store.writeClaims([claimRow()]);
      await store.writeComparisons([comparisonRow()]);
      await store.writeDocument({ ...created, seconds: 99 });
    }
    using store = await SessionStore.open(folder);
    assert.equal(store.document.seconds, 99);
    assert.deepEqual(
      store.rows.map((row) => row.median),
      [1, 2, 5, 6],
    );
    assert.deepEqual(store.currentRows().map((row) => row.median), [5, 6]);
    assert.equal((await store.samples()).length, 12);
    const contents = await readSession(folder);
    assert.deepEqual(contents.claims, [claimRow()]);
    assert.deepEqual(contents.comparisons, [comparisonRow()]);
    assert.deepEqual(contents.rows, store.rows);
    assert.deepEqual(contents.journal, store.journal);
    assert.deepEqual(contents.journal.map((entry) => entry.othersLoad), [undefined, othersLoad]);
  }));

Deno.test("commits that are called at once are written one after the other", () =>
  inFolder(async (folder) => {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    await Promise.all([1, 2, 3].map((value) => store.commitComparison(comparison("cora", { value }))));
    assert.deepEqual(store.journal.map((entry) => entry.attempt), [1, 2, 3]);
    assert.deepEqual((await readSession(folder)).rows, store.rows);
  }));

Deno.test("comparisons are numbered by the run that measured them, and a resume begins another run", () =>
  inFolder(async (folder) => {
    for (let opening = 0; opening < 2; opening++) {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      await store.commitComparison(comparison("cora"));
      await store.commitComparison(comparison("pubmed"));
    }
    using store = await SessionStore.open(folder);
    await store.commitComparison(comparison("cora"));
    store.beginRun();
    await store.commitComparison(comparison("pubmed"));
    assert.deepEqual(store.journal.map(({ run }) => run), [1, 1, 2, 2, 3, 4]);
    assert.equal(store.run, 4);
  }));

Deno.test("a session of another schema or under other conditions is read, but not resumed, nor touched", () =>
  inFolder(async (folder) => {
    const write = async (schema: number) => {
      const document = JSON.stringify(sessionDocument({ schema }));
      await Deno.writeTextFile(join(folder, "session.json"), document);
    };
    const names = () => [...Deno.readDirSync(folder)].map(({ name }) => name);
    await write(2);
    await assert.rejects(SessionStore.open(folder), /go on writing .*: found schema 2, wanted schema 3/);
    assert.equal((await readSession(folder)).document.schema, 2);
    await write(SCHEMA);
    const check = () => {
      throw new RangeError("other conditions");
    };
    await assert.rejects(SessionStore.open(folder, { check }), RangeError);
    assert.deepEqual(names(), ["session.json"]);
  }));

Deno.test("a second writer is refused and a reader is not", () =>
  inFolder(async (folder) => {
    const store = await SessionStore.open(folder, { create: sessionDocument() });
    await assert.rejects(SessionStore.open(folder), ConflictError);
    assert.equal((await readSession(folder)).document.session, "s1");
    store.close();
    (await SessionStore.open(folder)).close();
  }));

Deno.test("a session that is discarded leaves nothing of its own, unless it has rows or was there before", () =>
  inFolder(async (parent) => {
    const folder = join(parent, "s"), open = () => SessionStore.open(folder, { create: sessionDocument() });
    await (await open()).discard();
    assert.ok(!existsSync(folder));

    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "notes.txt"), "mine");
    await (await open()).discard();
    assert.equal(await Deno.readTextFile(join(folder, "notes.txt")), "mine");
    await assert.rejects(readSession(folder), MissingError);

    const store = await open();
    await store.commitComparison(comparison("cora"));
    await store.discard();
    const { rows } = await readSession(folder);
    assert.ok(rows.length > 0);
    await (await open()).discard();
    assert.deepEqual((await readSession(folder)).rows, rows);
  }));

Deno.test("texts with quotes, newlines and any script survive", () =>
  inFolder(async (folder) => {
    const texts = [
      'a "b", c\n\nd\r\ne',
      "\u65e5\u672c\u8a9e \u{1F600} \u2028",
      "<img onerror=1>",
      "=1+1;\t",
      "x:y:",
    ];
    {
      using store = await SessionStore.open(folder, { create: sessionDocument({ session: texts[0] }) });
      for (const text of texts) await store.commitComparison(comparison(text, { text }));
    }
    using store = await SessionStore.open(folder);
    assert.deepEqual(store.journal.map((entry) => entry.workload), texts);
    assert.deepEqual(store.rows.filter((_, i) => i % 2 === 0).map((row) => row.reason), texts);
    assert.equal(store.rows[0].session, texts[0]);
  }));

Deno.test("what does not belong to a comparison is refused and nothing is written", () =>
  inFolder(async (folder) => {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    const right = comparison("cora");
    const samples = comparison("pubmed").samples;
    await assert.rejects(store.commitComparison({ ...right, rows: [], samples: [] }), UsageError);
    await assert.rejects(store.commitComparison({ ...right, workload: "pubmed" }), UsageError);
    await assert.rejects(store.commitComparison({ ...right, suite: "own/other" }), UsageError);
    await assert.rejects(store.commitComparison({ ...right, samples }), UsageError);
    assert.deepEqual((await readSession(folder)).rows, []);
    assert.equal((await store.commitComparison(right)).length, 2);
  }));

Deno.test("an append that fails leaves no half comparison for the next one", () =>
  inFolder(async (folder) => {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    await store.commitComparison(comparison("cora"));
    const journal = join(folder, "journal.jsonl");
    await Deno.rename(journal, journal + ".away");
    await Deno.mkdir(journal);
    await assert.rejects(store.commitComparison(comparison("pubmed")));
    await Deno.remove(journal);
    await Deno.rename(journal + ".away", journal);
    await store.commitComparison(comparison("pubmed", { value: 3 }));
    const { rows, samples } = await readSession(folder);
    assert.deepEqual(rows.map((row) => row.median), [1, 2, 3, 4]);
    assert.equal(samples.length, 12);
  }));

Deno.test("what is no session, or not of this schema, is refused in words", () =>
  inFolder(async (folder) => {
    await assert.rejects(readSession(folder), MissingError);
    await assert.rejects(SessionStore.open(join(folder, "none")), MissingError);
    await assert.rejects(Deno.stat(join(folder, "none")), Deno.errors.NotFound);
    const path = join(folder, "session.json");
    await Deno.writeTextFile(path, JSON.stringify({ ...sessionDocument(), schema: 9 }));
    await assert.rejects(readSession(folder), /found schema 9, wanted schema 1, 2 or 3/);
    await Deno.writeTextFile(path, JSON.stringify({ ...sessionDocument(), seed: "one" }));
    await assert.rejects(readSession(folder), /seed: /);
    await Deno.writeTextFile(path, "{");
    await assert.rejects(readSession(folder), DataError);
    await Deno.remove(path);
    await Deno.writeTextFile(join(folder, "rows.csv"), "mine\n");
    // Twice: a refusal keeps no lock.
    for (let i = 0; i < 2; i++) {
      await assert.rejects(
        SessionStore.open(folder, { create: sessionDocument() }),
        (error) => error instanceof DataError && /found rows.csv but no session.json/.test(error.message),
      );
    }
    assert.equal(await Deno.readTextFile(join(folder, "rows.csv")), "mine\n");
    assert.ok(!existsSync(path));
    await assert.rejects(
      SessionStore.open(join(folder, "new"), { create: sessionDocument({ seconds: NaN }) }),
      DataError,
    );
  }));

interface Cut {
  readonly file: "rows.csv" | "samples.csv" | "journal.jsonl";
  /** Share of the file's bytes that stays. */
  readonly share: number;
}

/** Comparisons of rows and samples, by workload and attempt. */
function byComparison(rows: readonly Row[], samples: readonly Sample[]): Map<string, unknown> {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.dataset, row.attempt]));
  return new Map([...groups].map(([id, group]) => {
    const cells = new Set(group.map((row) => row.cell));
    const own = samples.filter((sample) => cells.has(sample.cell) && sample.attempt === group[0].attempt);
    return [id, { rows: group, samples: own }];
  }));
}

Deno.test("files cut at any byte reopen to all that the journal has, or are refused and stay as they are", async () => {
  const nasty = fc.constantFrom("", '"', "\n", "a\nb\n", '",\n"', "\u00e9\u{1F600}");
  const commit = fc.record({
    workload: fc.constantFrom("cora", "pubmed", "a:b"),
    contenders: fc.integer({ min: 1, max: 3 }),
    rounds: fc.integer({ min: 0, max: 4 }),
    value: fc.integer({ min: 1, max: 99 }),
    text: nasty,
  });
  const cut = fc.record({
    file: fc.constantFrom<Cut["file"]>("rows.csv", "samples.csv", "journal.jsonl", "journal.jsonl"),
    share: shares,
  });
  const files: readonly Cut["file"][] = ["rows.csv", "samples.csv", "journal.jsonl"];
  const remark = () => {};
  let [refused, dropped] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(commit, { minLength: 1, maxLength: 4 }),
      fc.array(cut, { maxLength: 2 }),
      (commits, damage) =>
        inFolder(async (folder) => {
          // There is no journal before its first line.
          const size = (file: Cut["file"]) => {
            const path = join(folder, file);
            return existsSync(path) ? Deno.statSync(path).size : 0;
          };
          const sizes = () => Object.fromEntries(files.map((file) => [file, size(file)])) as typeof left;
          let left: Record<Cut["file"], number>;
          const ends: typeof left[] = [];
          let before: Map<string, unknown>;
          let order: string[];
          {
            using store = await SessionStore.open(folder, { create: sessionDocument() });
            ends.push(sizes());
            for (const { workload, ...options } of commits) {
              await store.commitComparison(comparison(workload, options));
              ends.push(sizes());
            }
            before = byComparison(store.rows, await store.samples());
            order = store.journal.map((entry) => JSON.stringify([entry.workload, entry.attempt]));
          }
          left = ends[ends.length - 1];
          for (const { file, share } of damage) {
            left = { ...left, [file]: Math.floor(left[file] * share) };
            await Deno.truncate(join(folder, file), left[file]);
          }
          // A journal line without its line end vouches as well.
          const vouched = ends.findLastIndex((end) => end["journal.jsonl"] <= left["journal.jsonl"] + 1);
          const lacks = ["rows.csv", "samples.csv"] as const;
          // Of a file that holds no more than its header nothing can be lost.
          const whole = lacks.every((file) =>
            ends[vouched][file] <= left[file] || ends[vouched][file] === ends[0][file]
          );
          // What a killed run leaves behind the last line of the journal is of one comparison.
          const beyond = ends[vouched + 1]?.["rows.csv"] ?? Infinity;
          const text = await Promise.all(files.map((file) => Deno.readTextFile(join(folder, file))));
          const store = await SessionStore.open(folder, { remark }).catch((error) => {
            assert.ok(error instanceof DataError, `${error}`);
          });
          if (!store) {
            assert.ok(!whole || left["rows.csv"] > beyond);
            await assert.rejects(readSession(folder, { remark }), DataError);
            assert.deepEqual(
              await Promise.all(files.map((file) => Deno.readTextFile(join(folder, file)))),
              text,
            );
            refused++;
            return;
          }
          using _ = store;
          assert.ok(whole);
          if (vouched < commits.length) dropped++;
          const expected = new Map(order.slice(0, vouched).map((id) => [id, before.get(id)]));
          assert.deepEqual(byComparison(store.rows, await store.samples()), expected);
          await store.commitComparison(comparison("after", { value: 7 }));
          // The files themselves are whole again.
          const again = await readSession(folder, { remark: assert.fail });
          assert.equal(again.journal.length, vouched + 1);
          assert.equal(again.rows.length, store.rows.length);
        }),
    ),
    { numRuns: 100 },
  );
  assert.ok(refused > 5 && dropped > 1, `${refused} refused, ${dropped} dropped`);
});

Deno.test("a run killed between appends leaves what the journal has", async () => {
  // All prefixes of the order in which one commit writes: samples, rows, journal.
  for (const written of [[], ["samples.csv"], ["samples.csv", "rows.csv"]]) {
    await inFolder(async (folder) => {
      const [first, second] = [join(folder, "a"), join(folder, "b")];
      for (const [path, workloads] of [[first, ["cora"]], [second, ["cora", "pubmed"]]] as const) {
        using store = await SessionStore.open(path, { create: sessionDocument() });
        for (const workload of workloads) await store.commitComparison(comparison(workload));
      }
      for (const file of written) await Deno.copyFile(join(second, file), join(first, file));
      const remarks: string[] = [];
      using store = await SessionStore.open(first, { remark: (text) => remarks.push(text) });
      assert.equal(remarks.length, written.length);
      assert.deepEqual(store.journal.map((entry) => entry.workload), ["cora"]);
      assert.equal(store.rows.length, 2);
      assert.equal((await Deno.readTextFile(join(first, "samples.csv"))).split("\n").length, 8);
    });
  }
});
