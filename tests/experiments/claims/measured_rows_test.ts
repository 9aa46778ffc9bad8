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
  assert.equal(markOf("cora", time("cora", WAITS, { suite: "hetu-gnn/figure-9" })), undefined);
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
  assert.equal(on(peer, gpu), "webgpu 0");
  assert.equal(on(peer), "python-cpu 9");
  assert.throws(() => on(), EvidenceMissing);
});
