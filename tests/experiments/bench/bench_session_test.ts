/**
 * Judgement of bench lines from rows and samples.
 *
 * @module
 */
import assert from "node:assert/strict";
import { BenchSession } from "../../../experiments/bench/bench_session.ts";
import { deviceText, LINE_HEADINGS, lineCells } from "../../../experiments/bench/line_cells.ts";
import type { BenchLine, RatioLine, Target } from "../../../experiments/bench/line.ts";
import type { Workload } from "../../../experiments/cell.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Row, Sample } from "../../../results/row.ts";
import type { SessionContents } from "../../../results/store/store.ts";

const suite = { id: "own/made" } as Suite;
const WORKLOADS: readonly Workload[] = ["cora", "pubmed"].flatMap((graph) =>
  [16, 64].map((width) => ({
    id: `${graph}:w${width}`,
    factors: { graph, width, edges: 10 ** width / 1e15 },
  }))
);

/** A cell: its rounds in milliseconds, or why it has none. */
type Made = readonly number[] | string;

/** Session in which contenders have these cells on every workload, or on each by its id. */
function session(
  made: Readonly<Record<string, Made | ((workload: string) => Made)>>,
  device: { backend?: string; threads?: number; isa?: string } = {},
): BenchSession {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const [contender, given] of Object.entries(made)) {
    for (const { id } of WORKLOADS) {
      const cell = `${suite.id}:${id}:${contender}`, own = typeof given === "function" ? given(id) : given;
      const time = { cell, contender, metric: "time", attempt: 1, isa: device.isa ?? "avx2", unit: "ms" };
      if (typeof own === "string") {
        // Where no kernel was opened, nothing says whose instructions it has.
        rows.push({ ...time, isa: "", status: "skipped", reason: own } as Row);
        continue;
      }
      rows.push({ ...time, status: "ok", reason: "", median: own[0], roofline_share: 0.5 } as Row);
      samples.push(
        ...own.map((value, round) =>
          ({ cell, metric: "time", attempt: 1, preparation: round % 3, round, value }) as Sample
        ),
      );
    }
  }
  const document = {
    seed: 1,
    device: { backend: "x86", threads: 2, adapterKind: "none", name: "made", ...device },
  };
  return new BenchSession({ document, rows, samples } as unknown as SessionContents);
}

const ratioOf = (target?: Target, over = "peer:torch"): RatioLine => ({
  kind: "ratio",
  work: "SpMM",
  of: "own",
  over,
  against: "PyTorch",
  ...(target && { target }),
});
const judge = (from: BenchSession, line: BenchLine) => from.judge(suite, line, WORKLOADS);
const noisy = (ms: number, shift = 0) =>
  Array.from({ length: 15 }, (_, round) => ms * (1 + 0.01 * ((round + shift) % 3 - 1)));

Deno.test("a target is met by the whole interval, missed by none of it, and open in between", () => {
  const made = session({ own: noisy(10), "peer:torch": noisy(17, 1) });
  const judged = (atLeast: number) => judge(made, ratioOf({ on: ["x86"], atLeast }));
  assert.equal(judged(1.5).outcome, "met");
  assert.equal(judged(2).outcome, "missed");
  const { value, outcome, cells, rooflineShare } = judged(1.7);
  assert.equal(outcome, "open");
  assert.ok(Math.abs(value!.mean - 1.7) < 0.02 && value!.lo < 1.7 && value!.hi > 1.7);
  assert.deepEqual(cells, { found: 4, planned: 4 });
  assert.equal(rooflineShare, 0.5);
});

Deno.test("the mean over cells is geometric, and one slow graph misses a target of its own", () => {
  const peer = (workload: string) => noisy(workload.startsWith("cora") ? 9 : 40);
  const made = session({ own: noisy(10), "peer:torch": peer });
  const { value, ratio, outcome } = judge(made, ratioOf({ on: ["x86"], atLeast: 1.5, onNoGraphBelow: 1.1 }));
  assert.ok(Math.abs(value!.mean - Math.sqrt(0.9 * 4)) < 1e-9);
  assert.deepEqual([ratio!.worst.graph, Number(ratio!.worst.mean.toFixed(6))], ["cora", 0.9]);
  assert.equal(outcome, "missed");
  const met = judge(made, ratioOf({ on: ["x86"], atLeast: 1.5, onNoGraphBelow: 0.8 }));
  assert.equal(met.outcome, "met");
  const column = (heading: (typeof LINE_HEADINGS)[number], judged = met) =>
    lineCells(judged)[LINE_HEADINGS.indexOf(heading)];
  assert.deepEqual([column("target"), column("least graph")], ["1.5, on no graph below 0.8", "cora 0.9"]);
  const plain = judge(made, ratioOf({ on: ["x86"], atLeast: 1.5 }));
  assert.equal(column("target", plain), "1.5");
  assert.equal(column("target", judge(made, ratioOf())), "");
  // Of one graph the least is the mean that stands beside it.
  const alone = made.judge(suite, ratioOf(), WORKLOADS.slice(0, 2));
  assert.deepEqual([column("found", alone), column("least graph", alone)], ["0.9 ×", ""]);
  assert.equal(judge(made, ratioOf({ on: ["x86"], atLeast: 1.5 })).outcome, "met");
});

Deno.test("a line or graph most of whose cells have fewer than six rounds decides no target", () => {
  const target = { on: ["x86"], atLeast: 1.5, onNoGraphBelow: 1.1 } as const;
  const few = (ms: number, rounds: number) => noisy(ms).slice(0, rounds);
  for (const [rounds, outcome] of [[2, "open"], [5, "open"], [6, "met"]] as const) {
    const judged = judge(session({ own: few(10, rounds), "peer:torch": few(20, rounds) }), ratioOf(target));
    assert.deepEqual([judged.outcome, judged.cells.found], [outcome, 4], String(rounds));
    assert.equal(/underpowered: .* fewer than 6 rounds/.test(judged.reason), outcome === "open");
    assert.ok(Math.abs(judged.value!.mean - 2) < 0.05, "the ratio is shown all the same");
  }
  // Cora is slow in too few rounds to say so, in one of its two cells or in both.
  const [first] = WORKLOADS.filter(({ id }) => id.startsWith("cora"));
  const outcomeWith = (isShort: (id: string) => boolean) => {
    const of = (ms: number) => (id: string) => isShort(id) ? few(ms, 5) : noisy(ms);
    const peer = (id: string) => of(id.startsWith("cora") ? 9 : 80)(id);
    return judge(session({ own: of(10), "peer:torch": peer }), ratioOf(target)).outcome;
  };
  assert.equal(outcomeWith(() => false), "missed");
  assert.equal(outcomeWith((id) => id === first.id), "open");
});

Deno.test("a verdict names the graphs that keep a target from being met, and their intervals", () => {
  const verdict = (cora: readonly number[], other = 40) => {
    const peer = (id: string) => id.startsWith("cora") ? cora : noisy(other, 1);
    const own = (id: string) => noisy(10).slice(0, peer(id).length);
    const target = { on: ["x86"], atLeast: 1.5, onNoGraphBelow: 1 } as const;
    return lineCells(judge(session({ own, "peer:torch": peer }), ratioOf(target)))[5];
  };
  assert.equal(verdict(noisy(20)), "met");
  assert.match(verdict(noisy(10, 1)), /^open on cora: 0\.98\d* to 1\.0\d*$/);
  assert.match(verdict(noisy(9, 1)), /^missed on cora: 0\.8\d* to 0\.9\d*$/);
  assert.equal(verdict(noisy(11, 1).slice(0, 5), 60), "open: too few rounds");
  assert.equal(verdict(noisy(12, 1), 18.75), "open: the interval holds the target");
  assert.equal(verdict(noisy(11, 1), 11), "missed");
});

Deno.test("a peer that is not set up reads not run with its reason, never a pass", () => {
  const made = session({ own: noisy(10), "peer:torch": "not set up; deno task peers:setup torch" });
  const judged = judge(made, ratioOf({ on: ["x86"], atLeast: 0 }));
  assert.equal(judged.outcome, "not run");
  assert.match(judged.reason, /not set up/);
  assert.equal(judged.value, undefined);
  assert.ok(lineCells(judged).includes("not run"));
  const unknown = judge(session({ own: noisy(10) }), ratioOf({ on: ["x86"], atLeast: 0 }));
  assert.deepEqual([unknown.outcome, unknown.reason], ["not run", "peer:torch was not run"]);
});

Deno.test("an unstable peer gives no ratio; where it is unstable on some graphs, those are left out and said", () => {
  const text = "unstable: its samples over its own are 3";
  const judged = judge(
    session({ own: noisy(10), "peer:torch": text }),
    ratioOf({ on: ["x86"], atLeast: 0 }),
  );
  assert.deepEqual([judged.outcome, judged.value], ["unstable", undefined]);
  const partly = judge(
    session({ own: noisy(10), "peer:torch": (id) => id.startsWith("cora") ? text : noisy(20) }),
    ratioOf({ on: ["x86"], atLeast: 1.5 }),
  );
  assert.deepEqual([partly.outcome, partly.cells, partly.reason], ["met", { found: 2, planned: 4 }, text]);
  assert.ok(lineCells(partly).includes("2 of 4"));
});

Deno.test("targets are of a backend, an instruction set and a number of threads; elsewhere ratios are shown", () => {
  const cells = { own: noisy(10), "peer:torch": noisy(10.5) };
  const target: Target = { on: ["x86"], atLeast: { avx512: 1.15, avx2: 1 }, threads: 2 };
  const outcome = (device: Parameters<typeof session>[1]) =>
    judge(session(cells, device), ratioOf(target)).outcome;
  assert.equal(outcome({ isa: "avx2" }), "met");
  assert.equal(outcome({ isa: "avx512" }), "missed");
  assert.equal(outcome({ backend: "wasm" }), "shown");
  assert.equal(outcome({ threads: 4 }), "shown");
});

Deno.test("a target of an instruction set is asked where the first workload has no time", () => {
  const own = (workload: string): Made => workload === "cora:w16" ? "no memory" : noisy(10);
  const made = session({ own, "peer:torch": noisy(17, 1) });
  const { outcome, cells, target } = judge(made, ratioOf({ on: ["x86"], atLeast: { avx2: 1.8 } }));
  assert.deepEqual({ outcome, cells, target }, {
    outcome: "missed",
    cells: { found: 3, planned: 4 },
    target: { atLeast: 1.8 },
  });
});

Deno.test("a slope is that of the logarithms, a value the geometric mean over workloads", () => {
  const sizes = new Map(WORKLOADS.map(({ id, factors }) => [id, Number(factors.edges)]));
  const made = session({ own: (id) => noisy(3 * Math.sqrt(sizes.get(id)!)) });
  const slope = judge(made, { kind: "slope", work: "growth", of: "own", along: "edges" });
  assert.equal(slope.outcome, "shown");
  assert.ok(Math.abs(slope.value!.mean - 0.5) < 1e-9);
  const value = judge(session({ own: (id) => noisy(id.startsWith("cora") ? 2 : 8) }), {
    kind: "value",
    work: "ordering",
    of: "own",
    metric: "time",
  });
  assert.ok(Math.abs(value.value!.mean - 4 * 0.99) < 1e-9);
  assert.deepEqual([value.value!.lo, value.value!.hi, value.value!.unit], [2 * 0.99, 8 * 0.99, "ms"]);
});

Deno.test("only the last attempt of a cell counts", () => {
  const cell = `${suite.id}:cora:w16:own`;
  const row = (attempt: number, status: string) =>
    ({ cell, metric: "time", attempt, status, reason: "gone", median: 1, unit: "ms" }) as unknown as Row;
  const contents = { document: { seed: 1, device: {} }, rows: [row(1, "ok"), row(2, "failed")], samples: [] };
  const judged = new BenchSession(contents as unknown as SessionContents)
    .judge(suite, { kind: "value", work: "w", of: "own", metric: "time" }, WORKLOADS.slice(0, 1));
  assert.deepEqual([judged.outcome, judged.reason], ["not run", "gone"]);
});

Deno.test("a device that was not calibrated is named alone, else with its limits", () => {
  const device = { name: "Some CPU", backend: "x86", adapterKind: "none", threads: 2 } as const;
  assert.equal(deviceText(device, null), "Some CPU, x86");
  const limits = { smallestDifference: 0.02, aaRounds: 15, bandwidthGBs: 20, gflops: 50, timer: "wall" };
  const text = deviceText(device, { ...limits, sentinelDrift: 1.04 });
  assert.match(text, /^Some CPU, x86: 20 GB\/s, 50 GFLOP\/s; sees differences above 2.%, drift 4.%$/);
  assert.doesNotMatch(deviceText(device, { ...limits, sentinelDrift: 1 }), /drift/);
});
