/** Cells that cannot be compared, in the text of a comparison. @module */
import assert from "node:assert/strict";
import { compareSessions } from "../../../results/compare/compare.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import type { Row } from "../../../results/row.ts";
import type { JournalEntry } from "../../../results/store/journal.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { timedSession } from "./timed_session.ts";

/** The session with other columns in the rows of these contenders. */
function withRows(
  contents: SessionContents,
  others: Readonly<Record<string, Partial<Row>>>,
): SessionContents {
  return { ...contents, rows: contents.rows.map((row) => ({ ...row, ...others[row.contender] })) };
}

const skipped = (reason: string) => ({ status: "skipped", median: undefined, reason }) as const;

Deno.test("of cells that cannot be compared, those that ended otherwise stand first, by their names", () => {
  const peers = ["p1", "p2", "p3", "q1", "q2", "r1", "r2", "s1", "s2", "t1", "t2"];
  const levels = Object.fromEntries(["mine", "noisy", ...peers].map((id) => [id, 1]));
  const absent = Object.fromEntries(peers.map((id) => [id, skipped(`no ${id[0]}`)]));
  const a = withRows(timedSession("a", levels), { ...absent, noisy: skipped("unstable: 2") });
  const b = withRows(timedSession("b", levels), {
    ...absent,
    mine: skipped("unstable"),
    noisy: skipped("unstable: 3"),
  });
  const lines = renderComparisonText(compareSessions(a, [b])).split("\n")
    .filter((line) => line.startsWith("Not comparable"));
  assert.deepEqual(lines, [
    "Not comparable: 1 (hetu-gnn/figure-8:cora:mine), ok, then skipped (unstable).",
    "Not comparable: 1 (hetu-gnn/figure-8:cora:noisy), skipped (unstable: 2), then skipped (unstable: 3).",
    "Not comparable: 3, skipped (no p).",
    "Not comparable: 2, skipped (no q).",
    "Not comparable: 2, skipped (no r).",
    "Not comparable, by 2 more reasons: the page lists them.",
  ]);
});

Deno.test("a remark on a number that counts is no reason why it cannot be compared", () => {
  const remark = "other programs kept 1.20 of 2 processors busy";
  const a = withRows(timedSession("a", { mine: 1 }), { mine: { reason: remark } });
  const b = withRows(timedSession("b", { mine: 1 }), { mine: skipped("unstable") });
  assert.equal(compareSessions(a, [b]).pairs[0].cells[0].reason, "ok, then skipped (unstable)");
});

Deno.test("a setting that a run found out is marked where it is another, on times and on counts", () => {
  const marks = (own: Partial<Row>, other: Partial<Row>) => {
    const [a, b] = [own, other].map((row, i) => timedSession(`${i}`, { mine: 1 }, { row }));
    return compareSessions(a, [b]).pairs[0].cells[0].marks;
  };
  const metis = { factors: "engine=libmetis;width=16" },
    own = { factors: "engine=built-in multilevel;width=16" };
  const other = "other engine: libmetis, then built-in multilevel";
  assert.deepEqual(marks(metis, own), [other]);
  assert.deepEqual(marks(metis, metis), []);
  assert.deepEqual(marks(metis, { factors: "width=16" }), ["other engine: libmetis, then not set"]);
  assert.deepEqual(marks({ factors: "" }, { factors: "peer_threads=2" }), [
    "other peer threads: not set, then 2",
  ]);
  const count = { metric: "edge_cut", unit: "count", timer: "", source: "measured" } as const;
  assert.deepEqual(marks({ ...count, ...metis }, { ...count, ...own }), [other]);
  assert.deepEqual(
    marks(metis, { ...own, unit: "s" }),
    [],
    "of rows that cannot be compared nothing is said",
  );
});

Deno.test("two graphs of one name are told apart by their hashes, two of two names are not", () => {
  const a = timedSession("a", { x: 1 });
  const reason = (row: Partial<Row>) =>
    compareSessions(a, [timedSession("b", { x: 1 }, { row })]).pairs[0].cells[0].reason;
  const [{ dataset, dataset_hash }] = a.rows;
  assert.equal(
    reason({ dataset_hash: "feedc0de99" }),
    `another graph: ${dataset} (${dataset_hash.slice(0, 8)}), then ${dataset} (feedc0de)`,
  );
  assert.equal(
    reason({ dataset: "cora@1/2", dataset_hash: "feedc0de99" }),
    `another graph: ${dataset}, then cora@1/2`,
  );
});

Deno.test("the page folds a long reason behind its first words, and leaves a short one as it is", () => {
  const page = (reason: string) => {
    const a = timedSession("a", { mine: 1 });
    return renderComparisonPage(
      compareSessions(a, [withRows(timedSession("b", { mine: 1 }), { mine: skipped(reason) })]),
    );
  };
  const long = "unstable: of two samples of one round, the first takes 5 times as long as the second, and " +
    "its threads waited for a processor in 69 % of the time; run again on a quieter machine";
  assert.match(
    page(long),
    /<summary>ok, then skipped \(unstable: of …<\/summary> two samples of one round, the first takes 5/,
  );
  assert.match(page("no p"), />ok, then skipped \(no p\)<\/td>/);
});

Deno.test("a row is asked by the subject of its own suite, workload and attempt", () => {
  const entry = (changes: Partial<JournalEntry>, question: string): JournalEntry => ({
    suite: "hetu-gnn/figure-8",
    workload: "cora",
    key: "k",
    attempt: 1,
    rows: 1,
    samples: 0,
    finished: "",
    ...changes,
    subject: { question, kernels: {} },
  });
  const others = [{ suite: "roc/figure-6" }, { workload: "pubmed" }, { attempt: 2 }];
  const asked = (question: string): SessionContents => ({
    ...timedSession(question, { x: 1 }),
    journal: [entry({}, "q"), ...others.map((other) => entry(other, question))],
  });
  const [cell] = compareSessions(asked("a"), [asked("b")]).pairs[0].cells;
  assert.equal(cell.outcome, "no difference seen");
  const other = { ...asked("b"), journal: [...asked("b").journal, entry({}, "r")] };
  const [{ reason }] = compareSessions(asked("a"), [other]).pairs[0].cells;
  assert.equal(reason, "another workload of the same name");
});
