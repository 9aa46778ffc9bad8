/** Marks and devices of the rows that a rule reads. @module */
import assert from "node:assert/strict";
import { EvidenceMissing, MeasuredRows } from "../../../experiments/claims/measured_rows.ts";
import type { Row } from "../../../results/row.ts";
import { waitingMark } from "../../../results/waiting_mark.ts";
import { writtenRow } from "../../results/session_fixture.ts";

const SUITE = "hetu-gnn/figure-8", WAITS = waitingMark(0.3), MORE = waitingMark(0.5);

/** A time by the wall clock on a GPU; `workload` may have colons of its own. */
function time(workload: string, reason = "", changes: Partial<Row> = {}): Row {
  const { contender = "natural", metric = "time" } = changes;
  const cell = `${SUITE}:${workload}:${contender}`;
  return writtenRow({ backend: "webgpu", adapter_kind: "hardware", cell, reason, metric, ...changes });
}

/** A number that is computed from times, and has no clock of its own. */
const computed = (workload: string) => time(workload, "", { metric: "share", unit: "%", timer: "" });
const rowsOf = (...rows: readonly Row[]) => new MeasuredRows(SUITE, { rows, samples: [] });
const OTHER = "hetu-gnn/figure-9";
/** Reads another suite beside the own one. */
const besideOther = (...rows: readonly Row[]) =>
  new MeasuredRows(SUITE, { rows, samples: [], reads: [OTHER] });
const markOf = (workload: string, ...rows: readonly Row[]) => rowsOf(...rows).waitingFor(computed(workload));

Deno.test("a computed number has the mark of the times of its own workload, not of one whose name goes on", () => {
  const whole = time("cora"), part = time("cora:w64", WAITS);
  assert.equal(markOf("cora", whole, part), undefined);
  assert.equal(markOf("cora:w64", whole, part), WAITS);
});

Deno.test("a computed number without times beside it has the mark of its suite's, and a first call counts for none", () => {
  assert.equal(markOf("cora", time("pubmed", WAITS)), WAITS);
  assert.equal(markOf("cora", time("pubmed", WAITS, { metric: "cold" })), undefined);
  const load = { metric: "load_time" };
  assert.equal(markOf("cora", time("cora", WAITS, load)), WAITS);
  assert.equal(
    markOf("cora", time("cora", WAITS, load), time("cora")),
    undefined,
    "times called `time` count",
  );
  assert.equal(markOf("cora", time("cora", MORE, load), time("cora", WAITS)), WAITS);
  const another = time("cora", WAITS, { suite: OTHER });
  assert.equal(markOf("cora", another), undefined);
  assert.equal(besideOther(another).waitingFor(computed("cora")), undefined, "nor where it is read");
  // A number without a clock is no time, itself included.
  assert.equal(markOf("cora", computed("cora"), time("pubmed", WAITS)), WAITS);
});

Deno.test("one time of a workload that waits is enough to mark a number that is computed from its times", () => {
  assert.equal(markOf("cora", time("cora"), time("cora", WAITS, { contender: "rcm" })), WAITS);
});

Deno.test("a time has its own mark, and a number that nothing measured has none", () => {
  const rows = rowsOf(time("cora", WAITS));
  assert.equal(rows.waitingFor(time("cora", MORE)), MORE);
  assert.equal(rows.waitingFor({ ...computed("cora"), source: "modelled" }), undefined);
});

Deno.test("rows of CPU threads tell the device with their largest number, a GPU stands behind them, peers last", () => {
  const peer = time("cora", "", { contender: "p", backend: "python-cpu", adapter_kind: "none", threads: 9 });
  const gpu = time("cora", "", { threads: 0 });
  const cpu = (contender: string, threads: number) =>
    time("cora", "", { contender, backend: "x86", adapter_kind: "none", threads });
  const on = (...rows: readonly Row[]) => {
    const { backend, threads } = rowsOf(...rows).measuredOn();
    return `${backend} ${threads}`;
  };
  assert.equal(on(gpu, cpu("a", 1), cpu("b", 4), cpu("c", 2), peer), "x86 4");
  const cuda = time("cora", "", { contender: "q", backend: "python-cuda", threads: 0 });
  assert.deepEqual([on(peer, gpu), on(cuda, gpu)], ["webgpu 0", "webgpu 0"]);
  assert.equal(on(peer), "python-cpu 9");
  const wasm = time("cora", "", { contender: "w", backend: "wasm", adapter_kind: "none", threads: 2 });
  assert.equal(on(gpu, wasm), "wasm 2");
  const elsewhere = { ...cpu("a", 8), suite: OTHER, cell: `${OTHER}:cora:a` };
  assert.equal(
    besideOther(elsewhere, gpu).measuredOn().backend,
    "webgpu",
    "a suite that is read has its own",
  );
  assert.throws(() => on(), EvidenceMissing);
});

Deno.test("rows of a suite are read where the rule says so, and of others not", () => {
  const other = "hetu-gnn/figure-9",
    rows = [time("cora", "", { suite: other, cell: `${other}:cora:natural` })];
  const at = { suite: other, workload: "cora", contender: "natural" };
  const find = (reads?: string[]) =>
    new MeasuredRows(SUITE, { rows, samples: [], ...(reads && { reads }) }).find(at, "time");
  assert.equal(find([other]), rows[0]);
  assert.equal(find(["hetu-gnn/figure-1"]), undefined);
  assert.equal(find(), undefined);
});

Deno.test("measured times that were read are known as multiples of a call, in milliseconds, and nothing else is", () => {
  const read = (...rows: readonly Row[]) => {
    const measured = new MeasuredRows(SUITE, { rows, samples: [], callMs: 0.5 });
    for (const { contender, metric } of rows) measured.row({ workload: "cora", contender }, metric);
    return measured.callRatios().map(({ value }) => value);
  };
  const of = (median: number, changes: Partial<Row> = {}) => time("cora", "", { median, ...changes });
  assert.deepEqual(read(of(3), of(0.002, { unit: "s", metric: "epoch" })), [6, 4]);
  assert.deepEqual(read(of(3, { source: "modelled" })), []);
  assert.deepEqual(read(of(3, { unit: "ns" })), []);
  assert.deepEqual(read(of(3, { unit: "%" })), []);
});

Deno.test("times are paired within one attempt at a comparison, and within one run of several", () => {
  const attempts = (...journal: [workload: string, attempt: number, run: number][]) =>
    new MeasuredRows(SUITE, {
      ...{ rows: [], samples: [] },
      journal: journal.map(([workload, attempt, run]) => ({ suite: SUITE, workload, attempt, run })),
    });
  const at = (workload: string, contender: string, attempt: number) =>
    time(workload, "", { contender, attempt });
  const inOneRun = attempts(["cora", 1, 7], ["cora", 2, 7], ["pubmed", 1, 7], ["pubmed", 2, 8]);
  const none = attempts();
  inOneRun.assertSameRounds([]);
  inOneRun.assertSameRounds([at("cora", "a", 1), at("cora", "b", 1), at("pubmed", "a", 1)]);
  // Another attempt of another comparison, in the same run.
  inOneRun.assertSameRounds([at("cora", "a", 2), at("pubmed", "a", 1)]);
  assert.throws(
    () => inOneRun.assertSameRounds([at("cora", "a", 1), at("cora", "b", 2)]),
    /^EvidenceMissing: a and b were not measured in the same rounds$/,
  );
  assert.throws(
    () => inOneRun.assertSameRounds([at("cora", "a", 1), at("pubmed", "a", 2)]),
    /^EvidenceMissing: a on cora and a on pubmed were not/,
  );
  // Without a journal only attempts can tell runs apart.
  none.assertSameRounds([at("cora", "a", 1), at("pubmed", "a", 1)]);
  assert.throws(() => none.assertSameRounds([at("cora", "a", 1), at("pubmed", "a", 2)]), EvidenceMissing);
  // Of two comparisons one of which has the number of its run, the other is of another run.
  const first = [at("cora", "a", 1), at("reddit", "a", 1)];
  for (const rows of [first, first.toReversed()]) {
    assert.throws(() => inOneRun.assertSameRounds(rows), EvidenceMissing);
  }
});

Deno.test("a row that did not end well is missing evidence, with its reason, and leaves no trace of a device", () => {
  const skipped = time("cora", "no room", { status: "oom", backend: "x86" });
  const none = time("pubmed", "", { median: undefined });
  const rows = rowsOf(skipped, none, time("citeseer", "", { status: "failed" }));
  const row = (workload: string) => rows.row({ workload, contender: "natural" }, "time");
  assert.throws(() => row("cora"), /^EvidenceMissing: natural on cora: oom \(no room\)$/);
  assert.throws(() => row("citeseer"), /^EvidenceMissing: natural on citeseer: failed$/);
  assert.throws(() => row("pubmed"), /time of natural on pubmed has no value/);
  assert.throws(() => row("reddit"), /time of natural on reddit was not measured/);
  assert.equal(rows.readCpu, undefined);
});

Deno.test("what a rule reads of policies, CPU threads and times is remembered, and what it looks at aside is not", () => {
  const cpu = time("cora", "", { contender: "policy:dgl", backend: "x86" }), gpu = time("cora");
  const rows = new MeasuredRows(SUITE, { rows: [cpu, gpu], samples: [], callMs: 1 });
  const traces = () => [rows.readPolicy, rows.readCpu, rows.callRatios().length];
  const read = (contender: string) => rows.row({ workload: "cora", contender }, "time");
  assert.deepEqual(traces(), [false, undefined, 0]);
  read("natural");
  assert.deepEqual(traces(), [false, undefined, 1]);
  assert.equal(rows.aside(() => read("policy:dgl")), cpu);
  assert.deepEqual(traces(), [false, undefined, 1]);
  read("policy:dgl");
  assert.deepEqual(traces(), [true, "x86", 2]);
  read("natural");
  assert.deepEqual(traces(), [true, "x86", 2], "what was read once stays so");
  const unmeasured = rowsOf(gpu);
  unmeasured.row({ workload: "cora", contender: "natural" }, "time");
  assert.deepEqual(unmeasured.callRatios(), [], "nothing measured an empty call");
});

Deno.test("a time that was read is named by its dataset, and by its workload where it has none", () => {
  const name = (dataset: string) => {
    const rows = new MeasuredRows(SUITE, { rows: [time("w64", "", { dataset })], samples: [], callMs: 1 });
    rows.row({ workload: "w64", contender: "natural" }, "time");
    return rows.callRatios().map(({ of }) => of);
  };
  assert.deepEqual([name("cora"), name("")], [["natural on cora"], ["natural on w64"]]);
});
