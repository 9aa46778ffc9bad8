/** Quantities that premises bound: sizes of graphs, shares of calls, work a thread. @module */
import assert from "node:assert/strict";
import { EvidenceMissing } from "../../../experiments/claims/measured_rows.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import {
  metricOf,
  scaleOf,
  threadsOf,
  verticesOf,
  workloadMetric,
} from "../../../experiments/premises/quantities.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import type { Row } from "../../../results/row.ts";
import { callShare, longCalls } from "../../../experiments/premises/long_calls.ts";
import { busyCard, busyThreads } from "../../../experiments/premises/busy_threads.ts";

/** Evidence of one contender's metrics on workloads; values are of its own unit where one is named. */
function evidence(
  cells: Readonly<Record<string, Readonly<Record<string, readonly [number, string]>>>>,
  { row = {}, callMs }: { readonly row?: Partial<Row>; readonly callMs?: number } = {},
): SuiteEvidence {
  const rows = Object.entries(cells).flatMap(([dataset, metrics]) =>
    Object.entries(metrics).map(([metric, [median, unit]]) => ({
      ...{ suite: "s", cell: `s:${dataset}:c`, contender: "c", metric, median, unit, status: "ok", dataset },
      ...{ source: "measured", backend: "x86", adapter_kind: "none", threads: 4, ...row },
    } as Row))
  );
  return new SuiteEvidence("s", { rows, samples: [], ...(callMs !== undefined && { callMs }) }, 1);
}

const at = (workload: string) => ({ workload, contender: "c" });

Deno.test("a stand-in's scale is its part of the printed size, once a graph, and a published graph is whole", () => {
  const time = { time: [1, "ms"] } as const;
  const cells = ["reddit@1/16", "cora", "reddit@1/4:shuffled"];
  const found = scaleOf([...cells, "cora"].map(at), "time")(
    evidence(Object.fromEntries(cells.map((each) => [each, time]))),
  );
  assert.deepEqual(found.map(({ value }) => value), [1 / 16, 1, 1 / 4]);
  assert.deepEqual(found.map(({ of }) => of), cells);
});

Deno.test("the share of calls is what as many empty calls take of the time, in its own unit", () => {
  const rows = {
    cora: { time: [2, "ms"], calls: [5, "count"] },
    pubmed: { time: [4, "s"], calls: [8, "count"] },
  };
  const share = callShare(["cora", "pubmed"].map(at), { time: "time", calls: "calls" });
  assert.deepEqual(share(evidence(rows as never, { callMs: 0.1 })), [
    { of: "c on cora", value: 0.25 },
    { of: "c on pubmed", value: 0.0002 },
  ]);
  assert.deepEqual(share(evidence(rows as never)), [], "nobody timed an empty call");
  assert.throws(() => share(evidence({}, { callMs: 0.1 })), EvidenceMissing);
});

Deno.test("a time that holds several calls is as many times shorter a call", () => {
  const rows = evidence({ cora: { time: [100, "us"] } }, { callMs: 0.001 });
  const found = (calls?: number) => longCalls([at("cora")], calls === undefined ? {} : { calls }).find(rows);
  assert.equal(found().met, true);
  assert.equal(found(5).met, true);
  assert.deepEqual(found(6), {
    met: false,
    text: "time over that of an empty call of c on cora is 16.7, 20 or more is wanted",
  });
});

Deno.test("work keeps threads busy with eight items each: of the host's on a CPU, of a card's on a GPU", () => {
  const items = metricOf("items", [at("cora")]), card = 2 ** 18;
  const met = (count: number, row: Partial<Row> = {}) => {
    const rows = evidence({ cora: { items: [count, "count"] } }, { row });
    return [busyThreads(items, "larger"), busyCard(items, "larger")].map((each) => each.find(rows).met);
  };
  assert.deepEqual([met(31), met(32)], [[false, false], [true, false]]);
  const gpu = { backend: "webgpu", adapter_kind: "hardware", threads: 0 } as const;
  assert.deepEqual([met(8 * card - 1, gpu), met(8 * card, gpu)], [[false, false], [true, true]]);
});

Deno.test("readings are named by their graph, or by the workload where there is none", () => {
  const rows = evidence({ cora: { headroom: [1.5, "1"] } });
  assert.deepEqual(workloadMetric("headroom", ["cora"], "c")(rows), [{ of: "cora", value: 1.5 }]);
  const none = evidence({ ladder: { headroom: [1.5, "1"] } }, { row: { dataset: "" } });
  assert.deepEqual(workloadMetric("headroom", ["ladder"], "c")(none), [{ of: "ladder", value: 1.5 }]);
  assert.deepEqual(metricOf("headroom", [at("ladder")])(none), [{ of: "c on ladder", value: 1.5 }]);
  assert.deepEqual(threadsOf(rows), [{ of: "the x86 device", value: 4 }]);
});

Deno.test("vertices of a stand-in are those that are drawn, of a published graph those printed", () => {
  const { vertices } = datasetRecord("reddit").counts;
  assert.equal(verticesOf("reddit"), vertices);
  assert.equal(verticesOf("reddit@1/16"), Math.round(vertices / 16));
});
