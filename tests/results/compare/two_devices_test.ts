/**
 * Sessions of two devices side by side.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { RandomStream } from "../../../platform/random.ts";
import {
  type CellComparison,
  type ComparedPair,
  compareSessions,
  type SessionComparison,
} from "../../../results/compare/compare.ts";
import { outcomeText } from "../../../results/compare/outcome_text.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import { deviceLabel, trackKey } from "../../../results/history/track.ts";
import { isTimed, type Row } from "../../../results/row.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import { readSession, type SessionContents } from "../../../results/store/store.ts";
import type { Subject } from "../../../results/subject.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

const SUITE = "hetu-gnn/figure-8";
const [PREPARATIONS, ROUNDS] = [3, 5];

/** Milliseconds of the baseline, and how many times as fast each contender is. */
interface Planted {
  readonly baseline: number;
  readonly speedups: Readonly<Record<string, number>>;
  /** Spread of a round's times that all contenders share: clock and load. */
  readonly shared?: number;
}

/** A session compared with one other. */
function comparePair(a: SessionContents, b: SessionContents): ComparedPair & SessionComparison {
  const comparison = compareSessions(a, [b]);
  return { ...comparison, ...comparison.pairs[0] };
}

function elsewhere(contents: SessionContents, device: Partial<SessionDocument["device"]>): SessionContents {
  const { document } = contents;
  return { ...contents, document: { ...document, device: { ...document.device, ...device } } };
}

/** A session of one workload: times, speed-ups and the samples behind them. */
function session(name: string, { baseline, speedups, shared = 0.02 }: Planted, seed = 3): SessionContents {
  const stream = new RandomStream(seed, name);
  const levels = Object.entries({ natural: 1, ...speedups });
  const rounds = Array.from({ length: PREPARATIONS * ROUNDS }, (_, round) => {
    const load = Math.exp(shared * stream.normal());
    return levels.map(([contender, speedup]) => ({
      session: name,
      cell: `${SUITE}:cora:${contender}`,
      metric: "time",
      unit: "ms",
      attempt: 1,
      preparation: Math.floor(round / ROUNDS),
      round,
      calls: 1,
      value: baseline / speedup * load * Math.exp(0.01 * stream.normal()),
    }));
  });
  const rows = levels.flatMap(([contender, speedup]): Row[] => {
    const own = { session: name, contender, dataset: "cora", cell: `${SUITE}:cora:${contender}` };
    const median = baseline / speedup;
    const time = writtenRow({ ...own, median, ci_lo: median * 0.98, ci_hi: median * 1.02 });
    if (contender === "natural") return [time];
    const interval = { median: speedup, ci_lo: speedup * 0.98, ci_hi: speedup * 1.02 };
    return [time, writtenRow({ ...own, ...interval, metric: "speedup", unit: "x", vs: "natural" })];
  });
  const document = sessionDocument({ session: name });
  return { document, journal: [], rows, samples: rounds.flat(), comparisons: [], claims: [] };
}

function withSubject(contents: SessionContents, subject: Subject): SessionContents {
  const { length } = contents.rows;
  const entry = { suite: SUITE, workload: "cora", key: "k", attempt: 1, rows: length, finished: "" };
  return { ...contents, journal: [{ ...entry, samples: contents.samples.length, subject }] };
}

function find(cells: readonly CellComparison[], contender: string, metric: string): CellComparison {
  return cells.find(({ a }) => a.contender === contender && a.metric === metric)!;
}

const OTHER = { name: "Some GPU", backend: "webgpu", adapterKind: "hardware", threads: 0 } as const;

Deno.test("a recorded session is comparable with itself under another device's name", async () => {
  const archive = new URL("../../../results/recorded/amd-epyc-2-threads/standard.zip", import.meta.url);
  const contents = await readSession(fileURLToPath(archive));
  const { cells, conditions } = comparePair(contents, elsewhere(contents, OTHER));
  const measured = cells.filter(({ a }) => a.status === "ok" && a.median !== undefined);
  const times = measured.filter(({ a }) => isTimed(a) && a.vs === "");
  const speedups = measured.filter(({ a }) => a.metric === "speedup" && a.vs !== "");
  assert.ok(times.length > 1000 && speedups.length > 50, `${times.length} and ${speedups.length}`);
  const hindered = measured.filter(({ outcome }) => outcome === "not comparable");
  assert.deepEqual(hindered.map(({ a, reason }) => `${a.cell} ${a.metric}: ${reason}`), []);
  assert.ok(speedups.every(({ a, kind, ratio }) => a.median === 0 || (kind === "speed-up" && ratio === 1)));
  assert.deepEqual(conditions, ["two devices"]);
});

Deno.test("a session and itself under another device's name differ in no time and no speed-up", () => {
  const contents = session("a", { baseline: 10, speedups: { rcm: 1.5, metis: 2 } });
  const { cells } = comparePair(contents, elsewhere(contents, OTHER));
  assert.equal(cells.length, 5);
  for (const { ratio, ciLo, ciHi, pHolm, outcome } of cells) {
    assert.ok(ratio === 1 && ciLo! <= 1 && ciHi! >= 1 && pHolm === 1);
    assert.equal(outcome, "no difference seen");
  }
});

Deno.test("ratios have the planted size, and only the speed-up that differs is found to differ", () => {
  const a = session("a", { baseline: 30, speedups: { rcm: 1.5, metis: 1.8 } });
  const b = elsewhere(session("b", { baseline: 10, speedups: { rcm: 2.2, metis: 1.8 } }), OTHER);
  const { cells } = comparePair(a, b);
  const planted: readonly [string, string, number, string][] = [
    ["natural", "time", 1 / 3, "faster"],
    ["rcm", "time", 1.5 / 2.2 / 3, "faster"],
    ["metis", "time", 1 / 3, "faster"],
    ["rcm", "speedup", 2.2 / 1.5, "differs"],
    ["metis", "speedup", 1, "no difference seen"],
  ];
  for (const [contender, metric, ratio, outcome] of planted) {
    const cell = find(cells, contender, metric);
    const text = `${contender} ${metric}: ${cell.ratio} in ${cell.ciLo} to ${cell.ciHi}, p ${cell.pHolm}`;
    assert.ok(Math.abs(Math.log(cell.ratio! / ratio)) < 0.02, text);
    assert.ok(cell.ciLo! < ratio && ratio < cell.ciHi! && cell.ciHi! / cell.ciLo! < 1.1, text);
    assert.equal(cell.outcome, outcome, text);
  }
  assert.ok(find(cells, "rcm", "speedup").pHolm! < 1e-4);
  assert.ok(find(cells, "metis", "speedup").pHolm! > 0.05);
  const reverse = comparePair(b, a);
  assert.equal(find(reverse.cells, "natural", "time").outcome, "slower");
});

Deno.test("load that all contenders share widens the times and not the speed-ups", () => {
  const loaded = { baseline: 10, shared: 0.3 };
  const a = session("a", { ...loaded, speedups: { rcm: 1.5 } });
  const b = elsewhere(session("b", { ...loaded, speedups: { rcm: 1.7 } }), OTHER);
  const { cells } = comparePair(a, b);
  const [time, speedup] = [find(cells, "rcm", "time"), find(cells, "rcm", "speedup")];
  assert.ok(time.ciHi! / time.ciLo! > 1.2, `${time.ciLo} to ${time.ciHi}`);
  assert.ok(speedup.ciHi! / speedup.ciLo! < 1.05, `${speedup.ciLo} to ${speedup.ciHi}`);
  assert.equal(speedup.outcome, "differs");
});

Deno.test("equal speed-ups of two devices are rarely found to differ", () => {
  let found = 0;
  const sessions = 100;
  for (let seed = 1; seed <= sessions; seed++) {
    const a = session("a", { baseline: 30, speedups: { rcm: 1.5 } }, seed);
    const b = elsewhere(session("b", { baseline: 10, speedups: { rcm: 1.5 } }, seed), OTHER);
    const calibration = null;
    const bare = [a, b].map((each) => ({ ...each, document: { ...each.document, calibration } }));
    if (find(comparePair(bare[0], bare[1]).cells, "rcm", "speedup").outcome === "differs") found++;
  }
  // 5 of 100 are expected of a test at 0.05; 12 or more come about once in 200 times.
  assert.ok(found < 12, `${found} of ${sessions}`);
});

Deno.test("kernel texts that differ, or are not known to be the same, are marked and not hindered", () => {
  const planted = { baseline: 10, speedups: { rcm: 1.5 } };
  const [a, b] = [session("a", planted), elsewhere(session("b", planted), OTHER)];
  const subject: Subject = { question: "q", kernels: { natural: "wgsl", rcm: "wgsl too" } };
  const marks = (one: SessionContents, other: SessionContents) =>
    Object.fromEntries(
      comparePair(one, other).cells.map((cell) => {
        assert.notEqual(cell.outcome, "not comparable");
        return [`${cell.a.contender} ${cell.a.metric}`, cell.marks];
      }),
    );
  const none = { "natural time": [], "rcm time": [], "rcm speedup": [] };
  assert.deepEqual(marks(withSubject(a, subject), withSubject(b, subject)), none);
  const other = { ...subject, kernels: { ...subject.kernels, natural: "wasm" } };
  assert.deepEqual(marks(withSubject(a, subject), withSubject(b, other)), {
    "natural time": ["other kernel text"],
    "rcm time": [],
    // The baseline is half of a speed-up.
    "rcm speedup": ["other kernel text"],
  });
  // Sessions of earlier versions name no subject: the commit of a clean tree tells, on one backend.
  assert.deepEqual(marks(a, b), none);
  const dirty = { ...b, rows: b.rows.map((row) => ({ ...row, commit: `${row.commit}+` })) };
  const ported = { ...b, rows: b.rows.map((row) => ({ ...row, backend: "webgpu" })) };
  // A text that one session alone names is no other one.
  const half = { ...dirty, ...withSubject(dirty, subject), rows: dirty.rows };
  for (const [one, other] of [[a, dirty], [a, ported], [a, half], [half, a]] as const) {
    assert.deepEqual([...new Set(Object.values(marks(one, other)).flat())], ["kernel text unknown"]);
  }
  // Of changed trees the texts that both sessions name tell, of a speed-up those of both kernels.
  const changed = (contents: SessionContents, kernels: Subject["kernels"]) => {
    const rows = contents.rows.map((row) => ({ ...row, commit: `${row.commit}+` }));
    return { ...withSubject(contents, { ...subject, kernels }), rows };
  };
  assert.deepEqual(marks(changed(a, subject.kernels), changed(b, subject.kernels)), none);
  const { rcm } = subject.kernels;
  assert.deepEqual(marks(changed(a, subject.kernels), changed(b, { rcm })), {
    "natural time": ["kernel text unknown"],
    "rcm time": [],
    "rcm speedup": ["kernel text unknown"],
  });
  const modelled = (contents: SessionContents, kernels: Subject["kernels"]) =>
    withSubject(
      {
        ...contents,
        rows: contents.rows.map((row) => ({ ...row, source: "modelled", timer: "", unit: "x" })),
      },
      { ...subject, kernels },
    );
  assert.deepEqual(marks(modelled(a, subject.kernels), modelled(b, other.kernels)), none);
});

Deno.test("what differs begins with the device, and names kernel texts rather than keys", () => {
  const planted = { baseline: 10, speedups: { rcm: 1.5 } };
  const withDriver = ({ document, ...rest }: SessionContents, driver: string) => ({
    ...rest,
    document: { ...document, environment: { ...document.environment, driver } },
  });
  const [a, b] = [withDriver(session("a", planted), "1"), withDriver(session("b", planted), "2")];
  const subject = { question: "q", kernels: { natural: "one", rcm: "two" } };
  const keyed = (contents: SessionContents, key: string, rcm: string) => {
    const { journal, ...rest } = withSubject(contents, {
      ...subject,
      kernels: { ...subject.kernels, rcm },
    });
    return { ...rest, journal: journal.map((entry) => ({ ...entry, key })) };
  };
  const changes = (one: SessionContents, other: SessionContents) =>
    comparePair(one, other).changes.map(({ part, name, values }) => `${part}: ${name}: ${values[1]}`);
  const device = ["name: Some GPU", "backend: webgpu", "adapter: hardware", "threads: 0"];
  const around = [...device.map((fact) => `device: ${fact}`), "environment: driver: 2"];
  assert.deepEqual(changes(keyed(a, "k", "two"), elsewhere(keyed(b, "l", "two"), OTHER)), around);
  assert.deepEqual(changes(keyed(a, "k", "two"), elsewhere(keyed(b, "l", "three"), OTHER)), [
    ...around,
    `code: ${SUITE} kernel texts: 1 of 2 with another text`,
  ]);
  // Sessions of earlier versions have keys alone: on one device they tell that something is another.
  const old = ({ journal, ...rest }: SessionContents) => ({
    ...rest,
    journal: journal.map(({ subject: _, ...entry }) => entry),
  });
  assert.match(changes(old(keyed(a, "k", "two")), old(keyed(b, "l", "two")))[1], /content keys: 1 of 1/);
  assert.deepEqual(changes(old(keyed(a, "k", "two")), old(keyed(b, "k", "two"))), ["environment: driver: 2"]);
  assert.deepEqual(changes(old(keyed(a, "k", "two")), elsewhere(old(keyed(b, "l", "two")), OTHER)), around);
});

Deno.test("another question under the same names is not comparable, and another clock is marked", () => {
  const planted = { baseline: 10, speedups: {} };
  const [a, b] = [session("a", planted), elsewhere(session("b", planted), OTHER)];
  const asked = (contents: SessionContents, question: string) =>
    withSubject(contents, { question, kernels: {} });
  const { cells: [other] } = comparePair(asked(a, "q"), asked(b, "r"));
  assert.deepEqual([other.outcome, other.reason], ["not comparable", "another workload of the same name"]);
  const stamped = { ...b, rows: b.rows.map((row) => ({ ...row, timer: "gpu-timestamp" })) };
  const { cells: [cell] } = comparePair(a, stamped);
  assert.deepEqual(cell.marks, ["other clock: wall, then gpu-timestamp"]);
  // A count is of no clock and of no kernel's text.
  const count = { metric: "vertices", unit: "count", timer: "" } as const;
  const counted = (contents: SessionContents, commit: string) => ({
    ...contents,
    rows: contents.rows.map((row) => ({ ...row, ...count, commit })),
  });
  assert.deepEqual(comparePair(counted(a, "c"), counted(b, "c+")).cells[0].marks, []);
});

Deno.test("times without samples have the interval that the rows allow at most", () => {
  const planted = { baseline: 10, speedups: { rcm: 1.5 } };
  const bare = (contents: SessionContents) => ({ ...contents, samples: [] });
  const a = session("a", planted), b = elsewhere(session("b", { ...planted, baseline: 20 }), OTHER);
  for (const [one, other] of [[bare(a), bare(b)], [a, bare(b)], [bare(a), b]] as const) {
    const { ratio, ciLo, ciHi, outcome, p } = find(comparePair(one, other).cells, "natural", "time");
    assert.ok(Math.abs(ratio! - 2) < 1e-12 && p === undefined);
    assert.ok(Math.abs(ciLo! - 2 * 0.98 / 1.02) < 1e-12 && Math.abs(ciHi! - 2 * 1.02 / 0.98) < 1e-12);
    assert.equal(outcome, "slower");
  }
});

Deno.test("counts of outcomes are sentences that can be read: several numbers differ", () => {
  const cell = (outcome: CellComparison["outcome"]) => ({ outcome }) as CellComparison;
  const cells = [cell("differs"), cell("differs"), ...Array.from({ length: 1200 }, () => cell("equal"))];
  assert.equal(outcomeText({ pairs: [{ cells }] }), "2 differ, 1,200 equal");
  assert.equal(outcomeText({ pairs: [{ cells: cells.slice(1, 3) }] }), "1 differs, 1 equal");
});

Deno.test("text and page show the devices and what differs first, then times, then speed-ups", () => {
  const a = session("a", { baseline: 30, speedups: { rcm: 1.5, metis: 1.8 } });
  const b = elsewhere(session("b", { baseline: 10, speedups: { rcm: 2.2, metis: 1.8 } }), OTHER);
  const comparison = comparePair(a, b);
  const ordered = (text: string, parts: readonly string[]) => {
    const places = parts.map((part) => text.indexOf(part));
    assert.ok(places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])), `${places}`);
  };
  const text = renderComparisonText(comparison);
  ordered(text, [
    "two devices: Some CPU, wasm (A) and Some GPU, webgpu (B)",
    "what differs",
    "Times (two devices): 3 faster",
    "Speed-ups, each against its own session's baseline: 1 differs, 1 no difference seen",
  ]);
  // Times are one line a suite; both speed-ups are listed, since "the same on both devices" is an answer.
  assert.match(text, /^ *3 +0\.3\d* .* 0 +3 +time +hetu-gnn\/figure-8$/m);
  assert.match(text, /^differs +1\.5 \[.*\] +2\.2 \[.*\] +1\.4\d* .* natural +hetu-gnn\/figure-8:cora:rcm$/m);
  assert.match(text, /^no difference seen +1\.8 \[.*:metis$/m);
  assert.match(renderComparisonText(comparison, { all: true }), /^faster .* 0\.3.*figure-8:cora:natural$/m);
  // A value against a baseline that is no speed-up is named by its metric.
  const gain = { metric: "gain", unit: "%", timer: "", median: 4, vs: "natural" } as const;
  const withGain = (contents: SessionContents, median: number) => ({
    ...contents,
    rows: [...contents.rows, { ...contents.rows[2], ...gain, median }],
  });
  const gains = renderComparisonText(comparePair(withGain(a, 4), withGain(b, 9)), { all: true });
  assert.match(gains, / gain, % +hetu-gnn\/figure-8:cora:rcm /);
  const page = renderComparisonPage(comparison);
  assert.ok(page.includes("Slower, faster or differs: the interval"));
  assert.equal(page.match(/<summary>Every time/g)!.length, 1, "speed-ups are not folded");
  const [least, most] = /Ratios of ([\d.]+) to ([\d.]+) are drawn/.exec(page)!.slice(1).map(Number);
  assert.ok(least < 0.34 && most > 2.9 && Math.abs(least * most - 1) < 0.05, `${least} to ${most}`);
  ordered(page, [
    "Two devices side by side",
    "two devices: Some CPU",
    'id="around"',
    'id="time"',
    "Every time: 3",
    'id="speed-up"',
  ]);
});

Deno.test("two implementations of WebGPU on one device are named, and neither is a regression", () => {
  const by = (name: string, webgpu: string): SessionContents => {
    const { document, ...rest } = elsewhere(session(name, { baseline: 10, speedups: { rcm: 1.5 } }), OTHER);
    return { ...rest, document: { ...document, environment: { ...document.environment, webgpu } } };
  };
  const comparison = comparePair(by("a", "native"), by("b", "dawn"));
  assert.deepEqual(comparison.conditions, ["other implementation of WebGPU"]);
  const text = renderComparisonText(comparison);
  assert.match(text, /other implementation of WebGPU: native \(A\) and dawn \(B\)/);
  assert.match(text, /environment +webgpu.*native.*dawn/);
  assert.notEqual(trackKey(comparison.sessions[0]), trackKey(comparison.sessions[1]));
  assert.equal(deviceLabel(comparison.sessions[1]), "Some GPU, webgpu by Dawn");
  assert.deepEqual(comparePair(by("a", "dawn"), by("b", "dawn")).conditions, []);
});

Deno.test("CPUs of one name and two generations are named, and neither is a regression", () => {
  const by = (name: string, baseline: number, generation?: string): SessionContents => {
    const { document, ...rest } = session(name, { baseline, speedups: { rcm: 1.5 } });
    const fact = generation && { "cpu generation": generation };
    return { ...rest, document: { ...document, environment: { ...document.environment, ...fact } } };
  };
  const older = "family 25, model 17, stepping 1", newer = "family 26, model 2, stepping 1";
  const comparison = comparePair(by("a", 5, newer), by("b", 10, older));
  assert.deepEqual(comparison.conditions, ["other generation of the CPU"]);
  assert.equal(find(comparison.cells, "natural", "time").outcome, "slower");
  const text = `other generation of the CPU: ${newer} (A) and ${older} (B)`;
  assert.ok(renderComparisonText(comparison).includes(text));
  assert.deepEqual(comparePair(by("a", 5, newer), by("b", 10)).conditions, []);
});

Deno.test("two instruction sets on one device are named, and neither is a regression", () => {
  const by = (name: string, isa: string): SessionContents => {
    const { document, ...rest } = session(name, {
      baseline: isa === "avx2" ? 10 : 5,
      speedups: { rcm: 1.5 },
    });
    const environment = { ...document.environment, "instruction set": isa };
    return { ...rest, document: { ...document, environment } };
  };
  const comparison = comparePair(by("a", "avx2"), by("b", "avx512"));
  assert.deepEqual(comparison.conditions, ["other instruction set"]);
  assert.equal(find(comparison.cells, "natural", "time").outcome, "faster");
  assert.match(renderComparisonText(comparison), /other instruction set: avx2 \(A\) and avx512 \(B\)/);
  assert.deepEqual(comparePair(by("a", "avx2"), by("b", "avx2")).conditions, []);
});
