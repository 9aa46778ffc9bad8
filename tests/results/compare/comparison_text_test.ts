/** Lines of a comparison in the terminal: tables, counts, and names that sessions brought along. @module */
import assert from "node:assert/strict";
import {
  type CellComparison,
  compareSessions,
  type SessionComparison,
} from "../../../results/compare/compare.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import type { Outcome } from "../../../results/compare/outcome.ts";
import type { SessionChange } from "../../../results/compare/session_changes.ts";
import type { Row } from "../../../results/row.ts";
import { claimRow } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";

const SUITE = "hetu-gnn/figure-8", HOSTILE = "\u001b[2Jname";

/** A cell, the rows of which differ in these columns. */
type Cell = Partial<Omit<CellComparison, "a" | "b">> & {
  readonly row?: Partial<Row>;
  readonly b?: Partial<Row>;
};

/** A comparison of one session with others that have these cells of contenders. */
function compared(...others: readonly Readonly<Record<string, Cell>>[]): SessionComparison {
  const names = others.map((_, i) => "bcd"[i]);
  const comparison = compareSessions(
    timedSession("a", { x: 1 }),
    names.map((name) => timedSession(name, { x: 1 })),
  );
  const [plain] = comparison.pairs[0].cells;
  return {
    ...comparison,
    pairs: comparison.pairs.map((pair, i) => ({
      ...pair,
      cells: Object.entries(others[i]).map(([contender, { row = {}, b = {}, ...own }]) => {
        const named = { contender, cell: `${SUITE}:cora:${contender}`, ...row };
        return { ...plain, ...own, a: { ...plain.a, ...named }, b: { ...plain.b, ...named, ...b } };
      }),
    })),
  };
}

const linesOf = (comparison: SessionComparison, options: { readonly all?: boolean } = {}) =>
  renderComparisonText(comparison, options).split("\n");
const of = (outcome: Outcome, own: Cell = {}): Cell => ({ outcome, ...own });
/** Columns of a table's line. */
const columnsOf = (line: string | undefined) => line?.split(/ {2,}/);
const lineOf = (lines: readonly string[], end: string) => columnsOf(lines.find((line) => line.endsWith(end)));

const NUMBERS = { ratio: 2, ciLo: 1.8, ciHi: 2.2, pHolm: 0.0012 } as const;
const SPEEDUP: Cell = {
  ...NUMBERS,
  kind: "speed-up",
  row: { metric: "speedup", unit: "x", vs: "natural", median: 1.5, ci_lo: 1.25, ci_hi: 1.75, n: 15 },
  b: { median: 3, ci_lo: 2.5, ci_hi: 3.5 },
};

Deno.test("a table of times has the values, their ratio with its interval and p, and the metric with its unit", () => {
  const time: Cell = { ...NUMBERS, row: { median: 4, n: 15 }, b: { median: 8 } };
  const lines = linesOf(compared({ slow: of("worse", time) }));
  assert.deepEqual(lineOf(lines, "  cell"), [
    ...["outcome", "A", "B", "B over A", "95 % interval", "p (Holm)", "metric", "cell"],
  ]);
  assert.deepEqual(lineOf(lines, ":slow"), [
    ...["worse", "4", "8", "2", "1.8 to 2.2", "0.0012", "time, ms", `${SUITE}:cora:slow`],
  ]);
  const three = linesOf(
    compared({ slow: of("worse", time) }, { slow: of("better", { ...time, ratio: 0.5 }) }),
  );
  assert.deepEqual(lineOf(three, "  cell"), [
    ...["B: outcome", "C: outcome", "A", "B", "C", "B over A", "B: 95 % interval", "B: p (Holm)"],
    ...["C over A", "C: 95 % interval", "C: p (Holm)", "metric", "cell"],
  ]);
});

Deno.test("a table of speed-ups has each with its interval, and what it is against", () => {
  const bare: Cell = { ...SPEEDUP, row: { ...SPEEDUP.row, vs: "" } };
  const lines = linesOf(compared({ rcm: of("better", SPEEDUP), own: of("better", bare) }));
  assert.deepEqual(lineOf(lines, "  cell"), [
    ...["outcome", "A (95 %)", "B (95 %)", "B over A", "95 % interval", "p (Holm)", "against", "cell"],
  ]);
  assert.deepEqual(lineOf(lines, ":rcm"), [
    ...["better", "1.5 [1.25, 1.75]", "3 [2.5, 3.5]", "2", "1.8 to 2.2", "0.0012", "natural"],
    `${SUITE}:cora:rcm`,
  ]);
  // Where none is named, the metric says what the ratio is of.
  assert.equal(lineOf(lines, ":own")!.at(-2), "speedup, \u00d7");
});

Deno.test("cells that show no difference are listed on request alone, and those that cannot be compared have a reason", () => {
  const quiet: Outcome[] = ["no difference seen", "equal", "noted", "not comparable"];
  const cells = Object.fromEntries(quiet.map((outcome, i) => [`c${i}`, of(outcome, { reason: "" })]));
  const comparison = compared({ slow: of("worse"), ...cells }), text = renderComparisonText(comparison);
  assert.doesNotMatch(text, /:c\d/);
  assert.match(text, /^4 more without a difference: --all shows them\.$/m);
  const all = renderComparisonText(comparison, { all: true });
  for (const i of quiet.keys()) assert.ok(all.includes(`cora:c${i}`), quiet[i]);
  assert.doesNotMatch(all, /--all/);
  assert.match(renderComparisonText(compared({ c: of("equal") })), /^1 more without a difference: --all/m);
  assert.doesNotMatch(renderComparisonText(compared({ slow: of("worse") })), /--all|Not comparable/);
});

Deno.test("a speed-up without a difference is an answer of another device and none of the same one", () => {
  const same = of("no difference seen", SPEEDUP);
  const value = of("no difference seen", { kind: "value", row: { metric: "edges", unit: "count" } });
  const here = compared({ rcm: same, cut: value });
  const there = {
    ...here,
    pairs: here.pairs.map((pair) => ({ ...pair, conditions: ["two devices"] as const })),
  };
  assert.doesNotMatch(renderComparisonText(here), /:rcm|:cut/);
  assert.match(renderComparisonText(there), /:rcm$/m);
  assert.doesNotMatch(renderComparisonText(there), /:cut$/m);
});

Deno.test("an underpowered cell is folded after twenty, unless another session decides it or all are asked for", () => {
  const few = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, of("underpowered")]));
  assert.match(
    renderComparisonText(compared(few(21))),
    /^1 more underpowered, nearer to 1: --all shows them\.$/m,
  );
  assert.doesNotMatch(renderComparisonText(compared(few(20))), /--all/);
  assert.doesNotMatch(renderComparisonText(compared(few(21)), { all: true }), /--all/);
  const decided = Object.fromEntries(Object.keys(few(21)).map((id) => [id, of("better")]));
  const both = renderComparisonText(compared(few(21), decided));
  assert.equal(both.match(/:c\d+$/gm)!.length, 21);
  assert.doesNotMatch(both, /--all/);
});

Deno.test("one line sums up the times of a suite on another device, slower ones before faster ones", () => {
  const comparison = compared({
    x: of("slower", { ratio: 2 }),
    y: of("slower", { ratio: 3 }),
    z: of("faster", { ratio: 0.5 }),
  });
  const [pair] = comparison.pairs;
  const lines = linesOf({ ...comparison, pairs: [{ ...pair, conditions: ["two devices"] }] });
  assert.deepEqual(lineOf(lines, "  suite"), [
    "times",
    "B over A",
    "range",
    "slower",
    "faster",
    "metric",
    "suite",
  ]);
  const own = lines.find((line) => line.endsWith(SUITE))!.trim();
  assert.deepEqual(columnsOf(own)!.slice(0, 3), ["3", "2", "0.5 to 3"]);
  assert.match(own, / 2 +1 +time +hetu-gnn/);
  const two = compared({ x: of("slower") }, { x: of("slower") });
  const both = linesOf({
    ...two,
    pairs: two.pairs.map((each) => ({ ...each, conditions: ["two devices"] as const })),
  });
  assert.deepEqual(lineOf(both, "  suite")!.slice(0, 6), [
    ...["B: times", "B over A", "B: range", "B: slower", "B: faster", "C: times"],
  ]);
});

const obstacle = (reason: string, row: Partial<Row> = {}) =>
  of("not comparable", { reason, row: { status: "skipped", ...row }, b: { status: "ok" } });
const obstaclesOf = (cells: Readonly<Record<string, Cell>>) =>
  linesOf(compared(cells)).filter((line) => line.startsWith("Not comparable"));

Deno.test("two cells that ended otherwise have their names, three their number, and a cell one name for all metrics", () => {
  const reason = "skipped (no room), then ok";
  assert.deepEqual(obstaclesOf({ x: obstacle(reason), y: obstacle(reason) }), [
    `Not comparable: 2 (${SUITE}:cora:x, ${SUITE}:cora:y), ${reason}.`,
  ]);
  const metrics = ["time", "cold", "share"].map((metric) => [
    metric,
    obstacle(reason, { metric, cell: `${SUITE}:cora:x` }),
  ]);
  assert.deepEqual(obstaclesOf(Object.fromEntries(metrics)), [
    `Not comparable: 3 (${SUITE}:cora:x), ${reason}.`,
  ]);
  const cells = Object.fromEntries(["x", "y", "z"].map((id) => [id, obstacle(reason)]));
  assert.deepEqual(obstaclesOf(cells), [`Not comparable: 3, ${reason}.`]);
});

Deno.test("what both sessions ended alike in is counted, the most frequent first, and the sixth reason is one more", () => {
  const alike = (reason: string, own: Partial<Row>) =>
    of("not comparable", {
      reason,
      row: { ...own, reason: "a remark" },
      b: { reason: own.status ? "a remark" : "" },
    });
  const cells = {
    u: alike("no value", { status: "ok" }),
    v: alike("other settings", { status: "skipped" }),
    w: alike("other settings", { status: "skipped" }),
  };
  // A remark on a number that counts is no end.
  const remarked = { ...cells, u: { ...cells.u, b: { reason: "another remark" } } };
  for (const each of [cells, remarked]) {
    assert.deepEqual(obstaclesOf(each), [
      "Not comparable: 2, other settings.",
      "Not comparable: 1, no value.",
    ]);
  }
  const six = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`c${i}`, obstacle(`reason ${i}`)]));
  const lines = obstaclesOf(six);
  assert.equal(lines.length, 6);
  assert.equal(lines.at(-1), "Not comparable, by 1 more reason: the page lists them.");
  assert.equal(obstaclesOf(Object.fromEntries(Object.entries(six).slice(1))).length, 5);
});

const change = (name: string, ...values: readonly string[]): SessionChange => ({
  part: "dataset",
  name,
  values,
});
const changesOf = (...changes: readonly SessionChange[]) =>
  renderComparisonText({ ...compared({ x: of("equal") }), changes });

Deno.test("what differs has a column for each session, values of more than 48 characters are cut there", () => {
  const whole = "v".repeat(48), long = "w".repeat(49);
  const lines = changesOf(change("cora", whole, long)).split("\n");
  assert.deepEqual(lineOf(lines, "  B"), ["what differs", "name", "A", "B"]);
  assert.deepEqual(lineOf(lines, "\u2026"), ["dataset", "cora", whole, `${"w".repeat(47)}\u2026`]);
});

Deno.test("datasets that not all sessions have are counted, beside what differs or alone, and nothing is the same", () => {
  const absent = change("pubmed", "", "real"), one = changesOf(change("cora", "1", "2"), absent);
  assert.match(
    one,
    /^1 more difference: datasets and settings that not all sessions have; the page lists them\.$/m,
  );
  assert.doesNotMatch(one, /pubmed/);
  const alone = changesOf(absent, absent);
  assert.match(alone, /^2 differences: datasets and settings that/m);
  assert.doesNotMatch(alone, /what differs/);
  assert.match(changesOf(), /^Device, environment, data and code are the same\.$/m);
  assert.doesNotMatch(changesOf(change("cora", "1", "2")), /not all sessions|are the same/);
});

const claimsOf = (agreement: "alike" | "decided both ways", own = {}) => {
  const claim = claimRow({ claim_id: HOSTILE, verdict: "holds", effect: undefined, ...own });
  const columns = [claim, { ...claim, verdict: "fails" as const }];
  const claims = [{ claim, columns, agreement }] as unknown as SessionComparison["claims"];
  return linesOf({ ...compared({ x: of("equal") }), claims });
};

Deno.test("a verdict that no number decided stands alone, and claims that are alike have no table", () => {
  const lines = claimsOf("decided both ways");
  assert.deepEqual(lineOf(lines, "  claim"), ["A", "B", "claim"]);
  assert.deepEqual(lineOf(lines, "name"), ["holds", "fails", " [2Jname"].map((text) => text.trim()));
  const alike = claimsOf("alike");
  assert.ok(alike.includes("Claims: 1 alike"));
  assert.ok(!alike.some((line) => /^A +B|Verdicts are/.test(line)));
});

Deno.test("no name or reason of a session controls the terminal", () => {
  const hostile = of("worse", {
    ...SPEEDUP,
    reason: HOSTILE,
    row: { ...SPEEDUP.row, vs: HOSTILE, metric: HOSTILE, suite: HOSTILE },
  });
  const cells = {
    [HOSTILE]: hostile,
    time: of("slower", { row: { metric: HOSTILE, suite: HOSTILE } }),
    ended: obstacle(HOSTILE, { cell: HOSTILE }),
  };
  const comparison = compared(cells), [a, b] = comparison.sessions;
  const named = { ...b, session: HOSTILE, device: { ...b.device, name: HOSTILE } };
  const hostileClaims = {
    claim: claimRow({ claim_id: HOSTILE }),
    columns: [],
    agreement: "decided both ways",
  };
  const [pair] = comparison.pairs;
  for (const conditions of [[], ["two devices"]] as const) {
    const text = renderComparisonText({
      ...comparison,
      sessions: [a, named],
      claims: [{
        ...hostileClaims,
        columns: [undefined, undefined],
      }] as unknown as SessionComparison["claims"],
      changes: [change(HOSTILE, HOSTILE, "")].map((each) => ({ ...each, part: "environment" as const })),
      pairs: [{ ...pair, conditions }],
    });
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f]/);
    assert.ok(text.split("[2Jname").length > 8, text);
  }
});

Deno.test("heads and ends of a comparison name sessions by their letters where there are several", () => {
  const one = linesOf(compared({ x: of("underpowered") }));
  assert.match(one[1], /; differences up to 2 % cannot be seen$/);
  assert.match(
    one[2],
    /^ {2}underpowered: the interval lies/,
    "no line is left for conditions that do not differ",
  );
  const two = compared({ x: of("equal") }, { x: of("equal") }), [first, second] = two.pairs;
  const [row] = [first.cells[0].a];
  const alone = { ...two, pairs: [{ ...first, onlyA: [row] }, { ...second, onlyB: [row, row] }] };
  const lines = linesOf(alone);
  assert.match(lines[1], /; differences up to 2 % \(B\), 2 % \(C\) cannot be seen$/);
  assert.deepEqual(lines.filter((line) => line.startsWith("Only in")), [
    "Only in A beside B: 1 row.",
    "Only in C: 2 rows.",
  ]);
  const pair = compared({ x: of("equal") });
  const rest = linesOf({ ...pair, pairs: [{ ...pair.pairs[0], onlyB: [row, row] }] });
  assert.deepEqual(rest.slice(-2), ["Only in B: 2 rows.", ""]);
  assert.match(renderComparisonText(pair), /[^\n]\n$/, "one line break ends the text");
});
