/** Attempts that count: the last one that measured something, and a refusal only where none did. @module */
import assert from "node:assert/strict";
import {
  countingEntries,
  countingRows,
  refusalText,
  refusedRepeats,
} from "../../../results/store/counting_rows.ts";
import type { Row } from "../../../results/row.ts";
import { SENTINEL } from "../../../results/sentinel.ts";
import { journalEntry, writtenRow } from "../session_fixture.ts";

const at = (attempt: number, contender: string, changes: Partial<Row> = {}) =>
  writtenRow({ attempt, contender, ...changes });
const unmeasured = (status: Row["status"], reason = "") => ({ status, reason, median: undefined });
const gone = unmeasured("skipped", "reddit is not here"), full = unmeasured("oom", "it needs 4 GiB");
const { suite } = writtenRow();

Deno.test("the last attempt of a cell counts with all its metrics", () => {
  const rows = [at(1, "a"), at(1, "a", { metric: "speedup" }), at(1, "b"), at(2, "a")];
  assert.deepEqual(countingRows(rows), [rows[3], rows[2]]);
  assert.deepEqual(refusedRepeats(rows), []);
});

Deno.test("a refused repeat takes no result away, and adds the cells that only it has", () => {
  for (const refusal of [gone, full]) {
    const rows = [at(1, "a"), at(1, "b"), ...["a", "b", "c"].map((id) => at(2, id, refusal))];
    assert.deepEqual(countingRows(rows), [rows[0], rows[1], rows[4]]);
    const [repeat, ...others] = refusedRepeats(rows);
    assert.deepEqual(repeat, {
      suite,
      workload: "reddit@1/16",
      attempt: 2,
      counting: 1,
      rows: rows.slice(2),
    });
    assert.deepEqual(others, []);
    assert.equal(refusalText(repeat), `${refusal.status}: ${refusal.reason}`);
  }
});

Deno.test("a sentinel that ran beside refused contenders measured nothing of them", () => {
  const sentinel = at(2, SENTINEL, { metric: SENTINEL });
  const rows = [at(1, "a"), at(2, "a", full), sentinel];
  assert.deepEqual(countingRows(rows), [rows[0]]);
});

Deno.test("an attempt that measured a cell, or found one wrong or failed, replaces those before it", () => {
  const ends = [{}, unmeasured("wrong"), unmeasured("failed"), {
    status: "skipped",
    metric: "cold",
  }] as const;
  for (const end of ends) {
    const rows = [at(1, "a"), at(1, "b"), at(2, "a", full), at(2, "b", end)];
    assert.deepEqual(countingRows(rows), rows.slice(2));
    assert.deepEqual(refusedRepeats(rows), []);
    // And a refusal after it hides nothing of that.
    const later = [...rows, at(3, "a", gone), at(3, "b", gone)];
    assert.deepEqual(countingRows(later), rows.slice(2));
    assert.deepEqual(refusedRepeats(later).map(({ attempt, counting }) => [attempt, counting]), [[3, 2]]);
  }
});

Deno.test("where nothing was ever measured the last refusal counts, and is no repeat", () => {
  const rows = [at(1, "a", full), at(2, "a", gone)];
  assert.deepEqual(countingRows(rows), [rows[1]]);
  assert.deepEqual(refusedRepeats(rows), []);
});

Deno.test("an attempt refused on one workload says nothing about another whose name begins with it", () => {
  const of = (workload: string) => ({ cell: `${suite}:${workload}:a` });
  const rows = [
    at(1, "a", of("r2")),
    at(1, "a", of("r2:10g")),
    at(2, "a", { ...of("r2"), ...gone }),
    at(2, "a", of("r2:10g")),
  ];
  assert.deepEqual(countingRows(rows), [rows[0], rows[3]]);
});

Deno.test("of the journal the entries of these attempts count", () => {
  const other = { cell: `${suite}:pubmed:a` };
  const rows = [at(1, "a"), at(2, "a", gone), at(1, "a", other), at(2, "a", other)];
  const journal = [1, 2].flatMap((attempt) =>
    ["reddit@1/16", "pubmed"].map((workload) => journalEntry({ workload, attempt }))
  );
  assert.deepEqual(
    countingEntries({ rows, journal }).map(({ workload, attempt }) => [workload, attempt]),
    [["reddit@1/16", 1], ["pubmed", 2]],
  );
});

Deno.test("where every attempt was refused the journal's last entry counts, as its rows do", () => {
  const rows = [1, 2, 3].map((attempt) => at(attempt, "a", full));
  const journal = [1, 2, 3].map((attempt) => journalEntry({ workload: "reddit@1/16", attempt }));
  assert.deepEqual(countingEntries({ rows, journal }).map(({ attempt }) => attempt), [3]);
});

Deno.test("the text of a refusal has each status with its reason once, and none where none was given", () => {
  const rows = [at(1, "a", full), at(1, "b", unmeasured("skipped")), at(1, "c", full)];
  assert.equal(refusalText({ rows }), "oom: it needs 4 GiB; skipped");
});
