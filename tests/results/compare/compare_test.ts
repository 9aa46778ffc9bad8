import assert from "node:assert/strict";
import { RandomStream } from "../../../platform/random.ts";
import {
  type ComparedPair,
  compareSessions,
  type SessionComparison,
} from "../../../results/compare/compare.ts";
import { isWorse } from "../../../results/compare/worse_cells.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import { unpairedRatio } from "../../../results/compare/unpaired_ratio.ts";
import type { Row } from "../../../results/row.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { timedSession } from "./timed_session.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

/** A session whose driver has its name. */
function session(
  name: string,
  levels: Readonly<Record<string, number>>,
  row: Partial<Row> = {},
): SessionContents {
  return timedSession(name, levels, { row, document: { environment: { driver: name } } });
}

/** A session compared with one other. */
function comparePair(a: SessionContents, b: SessionContents): ComparedPair & SessionComparison {
  const comparison = compareSessions(a, [b]);
  return { ...comparison, ...comparison.pairs[0] };
}

Deno.test("a ratio of two sessions has the planted size within its interval, and swapping them gives the reciprocal", () => {
  const stream = new RandomStream(4, "samples");
  const draw = (level: number) =>
    [0, 1, 2].map(() => Array.from({ length: 5 }, () => level * Math.exp(0.02 * stream.normal())));
  const [a, b] = [draw(1), draw(1.2)];
  const there = unpairedRatio(a, b, { seed: 1 });
  assert.ok(
    there.ciLo < 1.2 && 1.2 < there.ciHi && there.ciLo > 1.1 && there.ciHi < 1.3,
    JSON.stringify(there),
  );
  assert.ok(there.p < 1e-4);
  const back = unpairedRatio(b, a, { seed: 1 });
  assert.ok(Math.abs(there.ratio * back.ratio - 1) < 1e-12);
  assert.deepEqual(unpairedRatio([[1]], [[2]], { seed: 1 }), {
    ratio: 2,
    ciLo: 0,
    ciHi: Infinity,
    p: 1,
  });
});

Deno.test("a ratio of sessions with few samples is drawn from both, whatever the number on each side", () => {
  const three = [1, 1.1, 0.9], six = [0.95, 1, 1.05, 1.1, 0.9, 1];
  const twice = (values: readonly number[]) => values.map((value) => 2 * value);
  for (const [a, b] of [[three, six], [six, three], [three, three], [six, six], [three, [1, 1.1]]]) {
    const { ciLo, ciHi } = unpairedRatio([a], [twice(b)], { seed: 1 });
    const least = 2 * Math.min(...b) / Math.max(...a), most = 2 * Math.max(...b) / Math.min(...a);
    assert.ok(least <= ciLo && ciLo < 1.95 && 2.05 < ciHi && ciHi <= most, `${a} ${b}: ${ciLo} to ${ciHi}`);
  }
});

Deno.test("slower is worse, faster is better, the worst stands first, and noise is no difference", () => {
  const a = session("a", { same: 1, fast: 1, slow: 1, slowest: 1, gone: 1 });
  const b = session("b", { same: 1.001, fast: 0.7, slow: 1.2, slowest: 1.5, fresh: 1 });
  const compared = comparePair(a, b), { cells, onlyA, onlyB, changes, smallestDifference } = compared;
  assert.deepEqual(cells.map((cell) => [cell.a.contender, cell.outcome]), [
    ["slowest", "worse"],
    ["slow", "worse"],
    ["fast", "better"],
    ["same", "no difference seen"],
  ]);
  assert.deepEqual([onlyA[0].contender, onlyB[0].contender], ["gone", "fresh"]);
  assert.match(renderComparisonText(compared), /^Only in A: 1 row\.\nOnly in B: 1 row\.\n$/m);
  assert.deepEqual(changes, [{ part: "environment", name: "driver", values: ["a", "b"] }]);
  assert.equal(smallestDifference, 0.02);
});

Deno.test("times that no clock is named for are times, and a quotient is neither better nor worse", () => {
  const outcomes = (a: SessionContents, b: SessionContents) =>
    comparePair(a, b).cells.map(({ outcome, reason }) => reason === "" ? outcome : `${outcome}: ${reason}`);
  const elsewhere = (contents: SessionContents): SessionContents => ({
    ...contents,
    document: { ...contents.document, device: { ...contents.document.device, threads: 8 } },
  });
  const own = { timer: "", metric: "time" };
  assert.deepEqual(outcomes(session("a", { x: 1 }, own), elsewhere(session("b", { x: 1.3 }, own))), [
    "slower",
  ]);
  const quotient = { timer: "", metric: "speedup", unit: "x", vs: "" };
  assert.deepEqual(outcomes(session("a", { x: 1 }, quotient), session("b", { x: 0.7 }, quotient)), [
    "changed",
  ]);
});

Deno.test("what the A/A runs cannot see is no difference, however small p is", () => {
  const calibrated = (contents: SessionContents): SessionContents => ({
    ...contents,
    document: {
      ...contents.document,
      calibration: { ...contents.document.calibration!, smallestDifference: 0.3 },
    },
  });
  const { cells: [cell] } = comparePair(session("a", { x: 1 }), calibrated(session("b", { x: 1.2 })));
  assert.ok(cell.pHolm! < 0.001);
  assert.equal(cell.outcome, "no difference seen");
  const [one, bare] = [calibrated(session("a", { x: 1 })), session("b", { x: 1.2 })];
  const without = { ...bare, document: { ...bare.document, calibration: null } };
  for (const pair of [[one, without], [without, one]] as const) {
    assert.equal(comparePair(pair[0], pair[1]).smallestDifference, 0.3);
  }
});

Deno.test("a number that changes its sign, or is 0 on one side, differs where the intervals are apart", () => {
  const values = (name: string, row: Partial<Row>) => {
    const contents = session(name, { c: 1 }, { metric: "gain", unit: "%", n: 15, timer: "", ...row });
    const [suite] = contents.document.suites;
    const metrics = [{ id: "gain", label: "gain", unit: "%", better: "higher" as const }];
    return {
      ...contents,
      document: { ...contents.document, suites: [{ ...suite, metrics }] },
      samples: [],
    };
  };
  const outcome = (a: Partial<Row>, b: Partial<Row>) =>
    comparePair(values("a", a), values("b", b)).cells[0].outcome;
  const gain = { median: 5.6, ci_lo: 3.1, ci_hi: 7.8 }, loss = { median: -17.8, ci_lo: -19.3, ci_hi: -1.5 };
  assert.equal(outcome(gain, loss), "worse");
  assert.equal(outcome(loss, gain), "better");
  assert.equal(outcome({ median: 0, ci_lo: 0, ci_hi: 0 }, gain), "better");
  assert.equal(outcome(loss, { median: -1, ci_lo: -2, ci_hi: 0.5 }), "no difference seen");
  // A ratio of two losses is one as well: 1 % is less than the A/A runs can see.
  const [one, other] = [-10, -10.1].map((median) => ({ median, ci_lo: median - 0.01, ci_hi: median + 0.01 }));
  assert.equal(outcome(one, other), "no difference seen");
  assert.equal(outcome(one, { median: -20, ci_lo: -21, ci_hi: -19 }), "worse");
});

Deno.test("no ratio is said of a number that is 0 or less on a side, nor an interval where an end is", () => {
  const bare = (name: string, row: Partial<Row>): SessionContents => ({
    ...session(name, { x: 1 }, row),
    samples: [],
  });
  const compared = (a: Partial<Row>, b: Partial<Row>) => {
    const { ratio, ciLo, ciHi } = comparePair(bare("a", a), bare("b", b)).cells[0];
    return { ratio, ciLo, ciHi };
  };
  const none = { ratio: undefined, ciLo: undefined, ciHi: undefined };
  const one = { median: 1, ci_lo: 0.9, ci_hi: 1.1 }, zero = { median: 0, ci_lo: 0, ci_hi: 0 };
  assert.deepEqual(compared(one, zero), none);
  assert.deepEqual(compared(zero, one), none);
  assert.deepEqual(compared(one, { median: -1, ci_lo: -1, ci_hi: -1 }), none);
  const open = { median: 1, ci_lo: 0, ci_hi: 1.1 };
  for (const [a, b] of [[one, open], [open, one]]) assert.deepEqual(compared(a, b), { ...none, ratio: 1 });
  assert.deepEqual(compared(one, one), { ratio: 1, ciLo: 0.9 / 1.1, ciHi: 1.1 / 0.9 });
});

Deno.test("a single sample on either side says nothing about noise, however far it lies from the other", () => {
  const several = { ...session("a", { natural: 1 }), samples: [] };
  const once = (name: string) => ({
    ...session(name, { natural: 2 }, { n: 1, ci_lo: undefined, ci_hi: undefined }),
    samples: [],
  });
  for (const [a, b] of [[several, once("b")], [once("a"), several], [once("a"), once("b")]]) {
    const [{ outcome, reason }] =
      comparePair(a, { ...b, rows: b.rows.map((row) => ({ ...row, median: row.median! + 0.1 })) }).cells;
    assert.deepEqual([outcome, reason], ["no difference seen", "one sample says nothing about noise"]);
  }
});

Deno.test("an interval that is clear and a p that is not make a cell underpowered, not alike", () => {
  const few = (contents: SessionContents) => ({
    ...contents,
    samples: contents.samples.filter(({ round }) => round % 5 === 0),
  });
  const { cells: [cell] } = comparePair(few(session("a", { x: 1 })), few(session("b", { x: 2 })));
  assert.ok(cell.ciLo! > 1.5 && cell.pHolm! > 0.05);
  assert.equal(cell.outcome, "underpowered");
});

Deno.test("another graph, setting or status is not comparable, with the reason; another profile is", () => {
  const a = session("a", { x: 1 });
  const reasonOf = (b: SessionContents) => comparePair(a, b).cells[0];
  assert.match(reasonOf(session("b", { x: 1 }, { dataset_hash: "ffff" })).reason, /another graph/);
  assert.match(
    reasonOf(session("b", { x: 1 }, { status: "oom", reason: "arena" })).reason,
    /^ok, then oom \(arena\)/,
  );
  const elsewhere = session("b", { x: 1 });
  const moved = { ...elsewhere, document: { ...elsewhere.document, profile: "paper" } };
  assert.equal(reasonOf(moved).outcome, "no difference seen");
  assert.deepEqual(comparePair(a, moved).conditions, ["other profile"]);
  const suites = elsewhere.document.suites.map((suite) => ({
    ...suite,
    settings: { "feature width": "64" },
  }));
  const { outcome, reason } = reasonOf({ ...elsewhere, document: { ...elsewhere.document, suites } });
  assert.deepEqual([outcome, reason], ["not comparable", "other settings: feature width 128, then 64"]);
  const [unset] = elsewhere.document.suites.map((suite) => ({ ...suite, settings: {} }));
  const without = { ...elsewhere, document: { ...elsewhere.document, suites: [unset] } };
  assert.equal(reasonOf(without).reason, "other settings: feature width 128, then not set");
  assert.equal(
    comparePair(without, a).cells[0].reason,
    "other settings: feature width not set, then 128",
  );
  assert.equal(reasonOf(session("b", { x: 1 }, { unit: "s" })).reason, "in ms, then in s");
  const lost = session("b", { x: 1 }), rows = lost.rows.map((row) => ({ ...row, median: undefined }));
  assert.equal(reasonOf({ ...lost, rows }).reason, "no value");
});

Deno.test("the page folds many cells that cannot be compared, and shows the others at once", () => {
  const cells = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`c${from + i}`, 1]));
  const both = (row: Partial<Row>): SessionContents => {
    const slow = session("b", { slow: 1.3 }), obstructed = session("b", cells(0, 20), row);
    return {
      ...slow,
      rows: [...slow.rows, ...obstructed.rows],
      samples: [...slow.samples, ...obstructed.samples],
    };
  };
  const a = session("a", { slow: 1, ...cells(0, 20) });
  const page = renderComparisonPage(comparePair(a, both({ dataset_hash: "ffff" })));
  const fold = page.indexOf("Not comparable, with the reason of each: 20");
  assert.ok(fold > 0 && page.indexOf("figure-8:cora:slow") < fold && page.indexOf("figure-8:cora:c7") > fold);
  assert.ok(!renderComparisonPage(comparePair(a, both({}))).includes("Not comparable, with"));
});

Deno.test("numbers of bytes that differ are compared as a reader sees them", () => {
  const of = (name: string, memory: string) =>
    timedSession(name, { x: 1 }, { document: { environment: { "memory bytes": memory } } });
  assert.deepEqual(comparePair(of("a", "25276510208"), of("b", "25276514304")).changes, []);
  const [{ values }] = comparePair(of("a", "25325268992"), of("b", "135148564480")).changes;
  assert.deepEqual(values, ["23.6 GiB", "125.9 GiB"]);
});

Deno.test("a comparison fails on a worse cell, not on a better one, and refuses to judge two devices", () => {
  const a = session("a", { x: 1 }), threads = { ...a.document.device, threads: 64 };
  assert.equal(isWorse(comparePair(a, session("b", { x: 1.3 }))), true);
  assert.equal(isWorse(comparePair(a, session("b", { x: 0.7 }))), false);
  const elsewhere = timedSession("b", { x: 1.3 }, { document: { device: threads } });
  assert.throws(() => isWorse(comparePair(a, elsewhere)), /of one device/);
});

Deno.test("sessions of which one does not name its instruction set are of one device, on the page as well", () => {
  const of = (instructions: Readonly<Record<string, string>>) =>
    timedSession("a", { x: 1 }, { document: { environment: instructions } });
  const page = renderComparisonPage(comparePair(of({ "instruction set": "avx2" }), of({})));
  assert.match(page, /<h1>What changed\?</);
  assert.ok(page.includes("Worse or better: the interval") && !page.includes('class="notice"'));
});

Deno.test("the text lists twenty underpowered cells and counts the others; numbers have their unit", () => {
  const levels = (level: number) =>
    Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`c${i}`, level]));
  const few = (contents: SessionContents) => ({
    ...contents,
    samples: contents.samples.filter(({ round }) => round % 5 === 0),
  });
  const comparison = comparePair(few(session("a", levels(1))), few(session("b", levels(2))));
  const lines = (all: boolean) =>
    renderComparisonText(comparison, { all }).split("\n").filter((line) =>
      /^underpowered .* time, ms /.test(line)
    );
  assert.deepEqual([lines(false).length, lines(true).length], [20, 25]);
  assert.match(renderComparisonText(comparison), /^5 more underpowered, nearer to 1: --all shows them/m);
});

Deno.test("the text hides what shows no difference unless asked, and the page keeps names as text", () => {
  const comparison = comparePair(
    session("a", { slow: 1, [HOSTILE]: 1 }),
    session(HOSTILE, { slow: 1.3, [HOSTILE]: 1 }),
  );
  const text = renderComparisonText(comparison);
  assert.match(text, /worse\s+1\s+1\.3\s+1\.(29|3)/);
  assert.match(text, /1 more without a difference/);
  assert.ok(!text.includes(`cora:${HOSTILE}`));
  assert.ok(renderComparisonText(comparison, { all: true }).includes(`cora:${HOSTILE}`));
  const page = renderComparisonPage(comparison);
  assert.ok(!page.includes("<img"));
  assert.ok(page.includes("&lt;img src=x"));
  assert.doesNotMatch(page, /<script|(src|href)="(?!#)/);
  assert.match(page, /default-src &#39;none&#39;; style-src &#39;sha256-/);
});
