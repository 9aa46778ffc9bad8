/**
 * More than two sessions as columns.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { compareSessions } from "../../../results/compare/compare.ts";
import { UsageError } from "../../../platform/errors.ts";
import { compareCommand } from "../../../results/compare/compare_command.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import { remarkText } from "../../../results/compare/cell_sections.ts";
import { hasOutcome, joinedCells } from "../../../results/compare/joined_cells.ts";
import type { Outcome } from "../../../results/compare/outcome.ts";
import { isWorse } from "../../../results/compare/worse_cells.ts";
import { unpairedRatio } from "../../../results/compare/unpaired_ratio.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { writeNights } from "../history/synthetic_sessions.ts";
import { sessionDocument } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";
import { timeSummaries } from "../../../results/compare/time_summaries.ts";
import { headingOf, letterOf } from "../../../results/compare/session_letters.ts";

/** A session on a device. */
function session(
  name: string,
  levels: Readonly<Record<string, number>>,
  device: Partial<SessionDocument["device"]> = {},
): SessionContents {
  return timedSession(name, levels, { document: { device: { ...sessionDocument().device, ...device } } });
}

const GPU = { name: "Some GPU", backend: "webgpu", adapterKind: "hardware", threads: 0 } as const;

Deno.test("each session is compared with the baseline, and a cell's line has a column for each", () => {
  const before = session("before", { x: 1, y: 2, z: 1 });
  const slower = session("slower", { x: 1.2, y: 2 });
  const other = session("other", { x: 0.5, y: 1, z: 1 }, GPU);
  const comparison = compareSessions(before, [slower, other]);
  assert.deepEqual(comparison.sessions.map(({ session }) => session), ["before", "slower", "other"]);
  assert.deepEqual(comparison.pairs.map(({ conditions }) => conditions), [[], ["two devices"]]);
  const outcomes = joinedCells(comparison).map(({ row, columns }) => [
    row.contender,
    ...columns.map((column) => column?.outcome ?? "absent"),
  ]);
  assert.deepEqual(outcomes, [
    ["x", "worse", "faster"],
    ["y", "no difference seen", "faster"],
    ["z", "absent", "no difference seen"],
  ]);
  const [{ columns: [, x] }] = joinedCells(comparison);
  assert.ok(Math.abs(x!.ratio! - 0.5) < 0.01 && x!.ciLo! < 0.5 && 0.5 < x!.ciHi!);
  assert.deepEqual(comparison.pairs.map(({ onlyA }) => onlyA.length), [1, 0]);
});

Deno.test("what is remarked on all columns alike is said once, else of each session by its letter", () => {
  const before = session("before", { x: 1, y: 1 }), same = session("b", { x: 1, y: 1 });
  const graph = (contents: SessionContents, dataset: string): SessionContents => ({
    ...contents,
    rows: contents.rows.map((row) => ({ ...row, dataset, dataset_hash: dataset })),
  });
  const text = (...others: readonly SessionContents[]) =>
    joinedCells(compareSessions(before, others)).map(remarkText)[0];
  const other = graph(same, "pubmed"), remark = "another graph: reddit@1/16, then pubmed";
  assert.equal(text(other), remark);
  assert.equal(text(other, other), remark);
  assert.equal(text(same, other), `C: ${remark}`);
  assert.equal(text(session("none", {}), other), `B: absent; C: ${remark}`);
  assert.equal(text(same), "");
  assert.deepEqual([1, 2].map((columns) => headingOf("ratio", 0, { columns })), ["ratio", "B: ratio"]);
});

Deno.test("Holm's correction covers the cells of all sessions together", () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => session(name, { x: 1, y: 1 }));
  const alone = compareSessions(a, [b]).pairs[0].cells, beside = compareSessions(a, [b, c]).pairs[0].cells;
  for (const cell of alone) {
    const same = beside.find(({ a: row }) => row.cell === cell.a.cell)!;
    assert.equal(same.p, cell.p);
    assert.ok(same.pHolm! >= cell.pHolm! && cell.pHolm! >= cell.p!);
  }
});

Deno.test("text and page name every session, its conditions and its ratios", () => {
  const comparison = compareSessions(session("one", { x: 1, y: 2 }), [
    session("two", { x: 1.3, y: 2 }),
    session("three", { x: 0.4, y: 2 }, GPU),
  ]);
  const text = renderComparisonText(comparison, { all: true });
  assert.match(text, /^one \(A\), two \(B\) and three \(C\): ratios are B over A, C over A$/m);
  assert.match(text, /^two devices: Some CPU, wasm \(A\) and Some GPU, webgpu \(C\)$/m);
  assert.match(text, /^B: 1 worse, 1 no difference seen; C: 1 faster, 1 no difference seen; /m);
  assert.match(text, /^device +name +Some CPU +Some CPU +Some GPU$/m);
  assert.match(text, /^worse +faster +1 +1\.3 +0\.4 +1\.(29|3)\d* .* 0\.(4|39)\d* .*figure-8:cora:x$/m);
  assert.match(renderComparisonText(comparison), /^ *2 +1\.\d+ .* time +hetu-gnn\/figure-8$/m);
  const page = renderComparisonPage(comparison);
  for (const heading of ["B over A (95 % interval)", "C over A (95 % interval)"]) {
    assert.ok(page.includes(`>${heading}</th>`), heading);
  }
  // One column of each other session holds its outcome, picture, ratio, interval and p.
  const tables = [...page.matchAll(/<thead>([^]*?)<\/thead>/g)].map(([, head]) =>
    head.match(/<th /g)!.length
  );
  assert.ok(Math.max(...tables) <= 14, `${tables}`);
  const row = /figure-8:cora:x<\/code>[^]*?<\/tr>/.exec(page)![0].replace(/\s+/g, " ");
  assert.equal(row.match(/<td/g)!.length, 7);
  assert.match(row, /worse<\/span><br> ?<svg[^]*?<\/svg> ?<br>1\.30 \[1\.2\d*, 1\.3\d*\]<br>p /);
  assert.equal(page.match(/<tr>/g)!.length - 1, page.match(/<\/tr>/g)!.length - 1);
});

Deno.test("a cell that a session lacks is absent in its column, without numbers, in text and page", () => {
  const others = [session("two", { x: 1 }), session("three", { x: 1, z: 2 })];
  const comparison = compareSessions(session("one", { x: 1, z: 1 }), others);
  const text = renderComparisonText(comparison, { all: true });
  assert.match(text, /^absent +worse +1 {2,}2 {2,}(1\.9|2).* time, ms +hetu-gnn\/figure-8:cora:z/m);
  const page = renderComparisonPage(comparison);
  const head = page.slice(0, page.indexOf("figure-8:cora:z")).match(/<thead>[^]*?<\/thead>/g)!.at(-1)!;
  const headings = [...head.matchAll(/>([^<>]+)<\/th>/g)].map(([, heading]) => heading);
  assert.deepEqual(headings.slice(3, 7), ["Metric", "A", "B", "C"]);
  const row = /figure-8:cora:z<\/code>[^]*?<\/tr>/.exec(page)![0].replace(/\s+/g, " ");
  const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell.trim());
  assert.equal(cells[0], "absent");
  assert.deepEqual(cells.slice(2, 6), ["time", "1 ms", "", "2 ms"]);
});

Deno.test("intervals of fewer than five samples are no 95 % intervals, in text and page", () => {
  const pair = (n: number) => {
    const speedup = { metric: "speedup", unit: "x", vs: "natural", n, ci_lo: 1.9, ci_hi: 2.1 };
    const [a, b] = ["a", "b"].map((name) => timedSession(name, { x: 2 }, { row: speedup }));
    return compareSessions(a, [b]);
  };
  for (const [n, few] of [[2, true], [4, true], [5, false]] as const) {
    const text = renderComparisonText(pair(n), { all: true }), page = renderComparisonPage(pair(n));
    assert.equal(/A \(95 %\)|95 % interval/.test(text), !few, text);
    assert.equal(/>A \(95 %\)<|95 % interval/.test(page), !few);
    for (const said of [text, page]) {
      assert.equal(said.includes("Intervals of fewer than 5 samples are their range"), few);
    }
  }
});

Deno.test("samples of which some are 0 have an interval, without a number that is none", () => {
  const waits = [0, 3.6, 0.8, 0.4, 0, 0, 0, 1.2, 0, 0, 2.2, 0, 3.1, 1.9, 0.1];
  const { ratio, ciLo, ciHi } = unpairedRatio([waits], [waits], { seed: 1 });
  assert.deepEqual([ratio, ciLo, ciHi], [1, 0, Infinity]);
});

Deno.test("times of a suite are summed up by metric over the cells that it reports, suites in order of their names", () => {
  const summed = (name: string, level: number): SessionContents => {
    const contents = session(name, { x: level, y: 2 * level, z: level });
    const [x, y, z] = contents.rows, [suite] = contents.document.suites;
    const later = { ...x, suite: "roc/figure-6", cell: "roc/figure-6:cora:x", median: 3 * level };
    const cold = { ...x, metric: "cold", median: 5 * level };
    const edges = { ...z, metric: "noted_time", timer: "wall" };
    const metrics = [...suite.metrics, { ...suite.metrics[0], id: "cold" }];
    const suites = [{ ...suite, id: "roc/figure-6" }, { ...suite, metrics }];
    return {
      ...contents,
      document: { ...contents.document, suites },
      rows: [later, x, y, { ...z, median: 3 }, cold, edges],
      samples: [],
    };
  };
  const comparison = compareSessions(summed("a", 1), [summed("b", 2)]);
  const summaries = timeSummaries(joinedCells(comparison)).map(({ suite, metric, columns: [own] }) => [
    ...[suite, metric, own?.n, own?.ratio, own?.lowest, own?.highest],
  ]);
  assert.deepEqual(summaries, [
    ["hetu-gnn/figure-8", "cold", 1, 2, 2, 2],
    ["hetu-gnn/figure-8", "time", 3, 2, 1, 2],
    ["roc/figure-6", "time", 1, 2, 2, 2],
  ]);
});

Deno.test("a cell that differs in one of several sessions is listed among those that differ", () => {
  const before = session("before", { x: 1 }), same = session("same", { x: 1 });
  const slower = session("slower", { x: 1.3 });
  for (const others of [[same, slower], [slower, same]]) {
    const comparison = compareSessions(before, others);
    const [cell] = joinedCells(comparison);
    const has = (outcome: Outcome) => hasOutcome(cell, [outcome]);
    assert.deepEqual([has("worse"), has("equal")], [true, false]);
    assert.ok(isWorse(comparison), "and lets --fail-on-worse fail");
    assert.match(renderComparisonText(comparison), /figure-8:cora:x/);
  }
});

Deno.test("slower and faster times are counted on the baseline's device as on another", () => {
  const comparison = compareSessions(session("before", { x: 1, y: 2, z: 1 }), [
    session("same device", { x: 1.3, y: 1, z: 1.3 }),
    session("other", { x: 1.3, y: 1, z: 1.3 }, GPU),
  ]);
  const [{ columns }] = timeSummaries(joinedCells(comparison));
  assert.deepEqual(columns.map((own) => [own?.n, own?.slower, own?.faster]), [[3, 2, 1], [3, 2, 1]]);
});

Deno.test("the page lists sessions with what cannot be seen and the rows that one side alone has", () => {
  const page = renderComparisonPage(compareSessions(session("one", { x: 1, y: 1, z: 1 }), [
    session("two", { x: 1, v: 1 }),
    session("three", { x: 1, y: 1, z: 1, v: 1, w: 1 }),
  ]));
  const text = page.replaceAll(/\s+/g, " ").replaceAll(/ ?<[^>]*> ?/g, "|").replaceAll(/\|+/g, "|");
  const shared = "2026-01-02 03:04|Some CPU, wasm|smoke|";
  assert.ok(
    text.includes(`|A|one|${shared}B|two|${shared}up to 2 %|2|1|C|three|${shared}up to 2 %|0|2|`),
    text,
  );
});

Deno.test("letters go on after Z", () => {
  assert.deepEqual([0, 1, 25, 26].map(letterOf), ["A", "B", "Z", "S27"]);
});

Deno.test("the verb takes any number of sessions, the first as baseline unless another is named", async () => {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 4, suites: 1, workloads: 2, noise: 0.01 });
    const sessions = ["night-002", "night-001", "night-004"];
    const { comparison, page } = await compareCommand({ root, sessions });
    assert.deepEqual(comparison.sessions.map(({ session }) => session), sessions);
    assert.equal(page, join(root, "night-004", "compare-night-002-night-001.html"));
    const named = async (baseline: string) =>
      (await compareCommand({ root, sessions, baseline })).comparison.sessions.map(({ session }) => session);
    assert.deepEqual(await named("night-001"), ["night-001", "night-002", "night-004"]);
    assert.deepEqual(await named("night-003"), ["night-003", ...sessions]);
    const twice = ["night-001", "night-002", join(root, "night-001")];
    await assert.rejects(compareCommand({ root, sessions: twice }), UsageError);
    // Two archives of one name, as two devices have them, are told apart by their folders.
    for (const device of ["cpu", "gpu"]) {
      await Deno.mkdir(join(root, device));
      await Deno.rename(
        join(root, device === "cpu" ? "night-001" : "night-002"),
        join(root, device, "standard"),
      );
    }
    const paths = ["cpu", "gpu"].map((device) => join(root, device, "standard"));
    const moved = await compareCommand({ root, sessions: [...paths, "night-004"] });
    const titles = moved.comparison.sessions.map(({ session }) => session);
    assert.deepEqual(titles, ["cpu/standard", "gpu/standard", "night-004"]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("sessions in a folder that cannot be written are compared without a page, unless one was named", async () => {
  const root = await Deno.makeTempDir(), { mkdir } = Deno;
  try {
    await writeNights(root, { nights: 2, suites: 1, workloads: 1, noise: 0.01 });
    const sessions = ["night-001", "night-002"], request = { root, sessions };
    const readOnly = Object.assign(new Error("Read-only file system (os error 30)"), { code: "EROFS" });
    Deno.mkdir = () => Promise.reject(readOnly);
    const { comparison, page } = await compareCommand(request);
    assert.equal(page, undefined);
    assert.deepEqual(comparison.sessions.map(({ session }) => session), sessions);
    await assert.rejects(compareCommand({ ...request, page: join(root, "named.html") }), readOnly);
    Deno.mkdir = () => Promise.reject(Object.assign(new Error("No space"), { code: "ENOSPC" }));
    await assert.rejects(compareCommand(request), /No space/);
  } finally {
    Deno.mkdir = mkdir;
    await Deno.remove(root, { recursive: true });
  }
});
