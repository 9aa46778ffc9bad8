import assert from "node:assert/strict";
import { UsageError } from "../../platform/errors.ts";
import { explainContents, explainRow } from "../../results/explain.ts";
import { type JournalEntry, workloadOf } from "../../results/store/journal.ts";
import { othersRemark } from "../../results/others_load.ts";
import type { Row } from "../../results/row.ts";
import { SENTINEL } from "../../results/sentinel.ts";
import { SessionStore } from "../../results/store/store.ts";
import { comparison, comparisonRow, journalEntry, sessionDocument, writtenRow } from "./session_fixture.ts";

Deno.test("a cell is explained from its last attempt's samples to the command that repeats it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const cell = "hetu-gnn/figure-8:cora:c1";
    {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      await store.commitComparison(comparison("cora", { value: 50 }));
      await store.commitComparison(comparison("cora", { value: 8 }));
      await store.writeComparisons([comparisonRow({ cell, judgement: "opposite" })]);
    }
    const text = await explainRow(folder, { cell });
    for (
      const part of [
        "attempt 2. Which ordering makes SpMM fastest?",
        "time: 9 ms, 95 % interval 3.9 to 4.1, MAD 0.1, n = 13, measured, timer wall, 40 % of the roofline",
        "3 samples over 1 preparation, 7 calls each; least / median / most 8 / 8.143 / 8.286 ms",
        "Check: relative error 1.0e-7 against a bound of 1.0e-5, 100 rows compared with the oracle.",
        "hash 0011",
        "Seed 1, commit abc123",
        "cpu: Some CPU",
        "hetu-gnn.f8.reddit.spmm-speedup prints 1.5 \u00d7, measured 1.4 \u00d7: opposite",
        "Repeat: deno task repro hetu-gnn --artifact 'figure 8'",
      ]
    ) assert.ok(text.includes(part), `${part}\nin\n${text}`);
    assert.equal(await explainRow(folder, { cell: "C1", metric: "time" }), text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const base = { document: sessionDocument(), journal: [], samples: [], comparisons: [], claims: [] };

Deno.test("a cell without a recorded check is one of exact values, or one that its suite timed", () => {
  const check = (unit: string) => {
    const row = writtenRow({ unit, timer: "", rel_err: undefined });
    return explainContents({ ...base, rows: [row] }, { cell: row.cell, folder: "f" });
  };
  assert.match(check("ms"), /Check: none recorded with the cell, which its suite times by itself/);
  assert.match(check("bytes"), /Check: none recorded; the cell has exact or derived values only/);
});

Deno.test("a cell names the digest of its own kernel", () => {
  const row = writtenRow();
  const entry = { suite: row.suite, workload: workloadOf(row)!, key: "k", attempt: row.attempt, rows: 1 };
  const kernels = { [row.contender]: "f306", other: "2881" };
  const journal = [{ ...entry, samples: 0, finished: "", subject: { question: "0285", kernels } }];
  const text = explainContents({ ...base, journal, rows: [row] }, { cell: row.cell, folder: "f" });
  assert.match(text, /^Kernel: SHA-256 of its text and parameters f306$/m);
});

Deno.test("a cell says what other programs did meanwhile, and over the session", () => {
  const row = writtenRow(), own = { suite: row.suite, workload: workloadOf(row)!, attempt: row.attempt };
  const load = (busy: number) => ({ busy, processors: 2, notable: 0.2 });
  const linesOf = (...journal: readonly JournalEntry[]) =>
    explainContents({ ...base, journal, rows: [row] }, { cell: row.cell, folder: "f" })
      .match(/^Other programs.*$/mg);
  const loud = journalEntry({ workload: "loud", othersLoad: load(1.2) });
  const quiet = journalEntry({ ...own, othersLoad: load(0.1) });
  const meanwhile = "Other programs meanwhile: 0.10 of 2 processors busy; over the session they disturbed";
  assert.deepEqual(linesOf(quiet), [`${meanwhile} no comparison`]);
  assert.deepEqual(linesOf(loud, quiet), [
    `${meanwhile} 1 of 2 comparisons (up to 1.20 of 2 processors)`,
  ]);
  assert.equal(linesOf(loud, journalEntry(own)), null);
  const marked = { ...row, reason: othersRemark(load(1.2)) };
  const contents = {
    ...base,
    journal: [loud, journalEntry({ ...own, othersLoad: load(1.2) })],
    rows: [marked],
  };
  const text = explainContents(contents, { cell: row.cell, folder: "f" });
  assert.equal(text.match(/other programs/gi)?.length, 1, "no value repeats it");
});

Deno.test("a cell whose repeat was refused says so, and why", () => {
  const row = writtenRow();
  const refused = { ...row, attempt: 2, median: undefined, status: "oom", reason: "it needs 4 GiB" } as const;
  const linesOf = (...rows: readonly Row[]) =>
    explainContents({ ...base, rows }, { cell: row.cell, folder: "f" }).match(/^(Attempt .*|time: .*)$/mg);
  assert.deepEqual(linesOf(row, refused), [
    "Attempt 2 was refused, so that attempt 1 counts: oom: it needs 4 GiB",
    ...linesOf(row)!,
  ]);
  assert.equal(linesOf(row)?.length, 1);
});

Deno.test("the command repeats the comparison alone, where a filter can name its workload", () => {
  const repeated = (workload: string, command = "deno task repro own/a --seed 2") => {
    const row = writtenRow({ suite: "own/a", cell: `own/a:${workload}:base`, contender: "base" });
    const [suite] = sessionDocument().suites, suites = [{ ...suite, id: "own/a", command }];
    const document = { ...sessionDocument(), suites };
    const text = explainContents({ ...base, document, rows: [row] }, { cell: row.cell, folder: "f" });
    return text.match(/^Repeat: (.*)$/m)?.[1];
  };
  assert.equal(repeated("cora"), "deno task repro own/a --seed 2 --filter workload=cora");
  assert.equal(repeated("a:b 1"), "deno task repro own/a --seed 2");
  assert.equal(repeated("q<2"), "deno task repro own/a --seed 2 --filter 'workload=q<2'");
  assert.equal(repeated("cora", "repro({}) in the script"), "repro({}) in the script");
});

Deno.test("bytes of the environment and a sentinel without an interval are told as such", () => {
  const row = writtenRow();
  const sentinel = writtenRow({
    contender: SENTINEL,
    metric: SENTINEL,
    cell: `${row.suite}:reddit@1/16:${SENTINEL}`,
    n: 1,
    median: 2,
    ci_lo: undefined,
    ci_hi: undefined,
  });
  const document = sessionDocument({ environment: { "cpu last-level cache": "33554432" } });
  const text = explainContents({ ...base, document, rows: [row, sentinel] }, { cell: row.cell, folder: "f" });
  assert.match(text, /cpu last-level cache: 32(\.0)? MiB$/m);
  assert.match(text, /meanwhile: 2 ms, n = 1; 1 times its median over the session, not beyond/);
});

Deno.test("an interval of fewer than five samples is named as their range, and one call is no plural", () => {
  const explained = (n: number, calls: number) => {
    const row = writtenRow({ n, median: 4, ci_lo: 3.9, ci_hi: 4.1 });
    const { session, cell, metric, unit, attempt } = row;
    const samples = Array.from({ length: n }, (_, round) => ({
      session,
      cell,
      metric,
      unit,
      attempt,
      preparation: round,
      round,
      calls,
      value: 4,
    }));
    return explainContents({ ...base, rows: [row], samples }, { cell: row.cell, folder: "f" });
  };
  assert.match(
    explained(3, 1),
    /4 ms, range 3\.9 to 4\.1,.*\n {2}3 samples over 3 preparations, 1 call each;/,
  );
  assert.match(explained(5, 7), /4 ms, 95 % interval 3\.9 to 4\.1,.*\n {2}5 samples .*, 7 calls each;/);
});

Deno.test("a cell that does not exist, or is one of several, is refused with those there are", () => {
  const rows = [writtenRow({ contender: "a" }), writtenRow({ contender: "b" })];
  const explain = (cell: string, metric?: string) =>
    explainContents({ ...base, rows }, { cell, folder: "f", ...(metric === undefined ? {} : { metric }) });
  assert.throws(() => explain("reddit"), /2 cells with that text.*16:a.*16:b/);
  assert.throws(() => explain("cora"), /no cell with that text/);
  const far = Array.from(
    { length: 9 },
    (_, i) => writtenRow({ cell: `hetu-gnn/table-3:archaea@1/32:p${i}` }),
  );
  assert.throws(
    () => explainContents({ ...base, rows: [...far, ...rows] }, { cell: `${rows[1]?.cell}x`, folder: "f" }),
    /no cell with that text.*name one of "[^"]*16:b", "[^"]*16:a"$/,
  );
  assert.throws(
    () => explainContents({ ...base, rows: [...far, ...rows] }, { cell: "archaea@1/23:p7", folder: "f" }),
    /no cell with that text.*name one of "hetu-gnn\/table-3:archaea@1\/32:p7"/,
  );
  assert.throws(() => explain(":a", "gflops"), /no such metric, wanted one of time/);
  assert.throws(() => explainContents({ ...base, rows: [] }, { cell: "x", folder: "f" }), UsageError);
});

Deno.test("a name that would steer the terminal does not reach it", () => {
  const text = explainContents({ ...base, rows: [writtenRow({ reason: "\x1b[2J\r" })] }, {
    cell: "natural",
    folder: "f",
  });
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f]/);
});
