import assert from "node:assert/strict";
import { suitePlots } from "../../../results/report/plot.ts";
import type { Row } from "../../../results/row.ts";
import type { SuiteText } from "../../../results/session_document.ts";
import { comparisonRow, sessionDocument, writtenRow } from "../session_fixture.ts";

const { suites: [suite], calibration } = sessionDocument();

interface Trace {
  readonly type: string;
  readonly name: string;
  readonly x: readonly (string | number)[];
  readonly y: readonly number[];
  readonly meta?: string;
  readonly error_y: {
    readonly array: readonly (number | null)[];
    readonly arrayminus: readonly (number | null)[];
  };
}

function draw(rows: readonly Row[], changes: Partial<SuiteText> = {}, limit = 100) {
  return suitePlots({
    suite: { ...suite, ...changes },
    rows,
    comparisons: [comparisonRow()],
    calibration,
    limit,
  });
}

const traces = (plot: ReturnType<typeof draw>[number]) => plot.figure.data as unknown as Trace[];

const speedup = (changes: Partial<Row>) =>
  writtenRow({ metric: "speedup", unit: "x", vs: "natural", ...changes });

Deno.test("bars stand in groups by workload, one series a contender in the suite's order, with their intervals", () => {
  const rows = [
    speedup({ contender: "rcm", median: 1.4, ci_lo: 1.3, ci_hi: 1.6 }),
    speedup({ contender: "natural", median: 1, ci_lo: undefined, ci_hi: undefined }),
  ];
  const [plot] = draw(rows);
  assert.equal(plot.id, "plot-hetu-gnn-figure-8-1-1");
  const [natural, rcm, published] = traces(plot);
  assert.deepEqual([natural.name, rcm.name, rcm.type], ["natural order", "RCM", "bar"]);
  assert.deepEqual([rcm.x, rcm.y], [["reddit@1/16"], [1.4]]);
  assert.ok(
    Math.abs(rcm.error_y.array[0]! - 0.2) < 1e-12 && Math.abs(rcm.error_y.arrayminus[0]! - 0.1) < 1e-12,
  );
  assert.deepEqual(natural.error_y.array, [null]);
  assert.deepEqual([published.meta, published.y], ["published", [1.5]]);
});

Deno.test("a ratio plot has the band of what cannot be told from 1; a plot of times has none", () => {
  const [ratio] = draw([speedup({ contender: "rcm" })]);
  const band = (ratio.figure.layout.shapes as { y0: number; y1: number }[])[0];
  assert.deepEqual([band.y0, band.y1], [1 / 1.02, 1.02]);
  assert.match(
    ratio.caption,
    /Over natural order; higher is better.*within 2.00?\u00a0% of 1|within 2\u00a0% of 1/,
  );
  const [times] = draw([writtenRow()], { plots: [{ metric: "time", x: "workload" }] });
  assert.deepEqual(times.figure.layout.shapes, []);
});

Deno.test("a published number is drawn only beside the very value that it was put beside", () => {
  const rows = [speedup({ contender: "rcm", median: 1.2 })];
  assert.equal(traces(draw(rows)[0]).length, 1);
});

Deno.test("cells that did not run are named with their reasons, not drawn", () => {
  const rows = [
    speedup({ contender: "natural" }),
    speedup({ contender: "rcm", status: "oom", reason: "wasm32", median: undefined }),
  ];
  const [plot] = draw(rows);
  assert.equal(plot.points.length, 1);
  assert.deepEqual(plot.absent, ["reddit@1/16, RCM (oom: wasm32)"]);
  assert.deepEqual(draw([rows[1]]), []);
});

Deno.test("a plot of more values than fit says how many it leaves out", () => {
  const rows = ["natural", "rcm", "metis"].map((contender) => speedup({ contender }));
  const [plot] = draw(rows, {}, 2);
  assert.equal(plot.points.length, 2);
  assert.deepEqual(plot.absent, ["1 more values, which are in rows.csv"]);
});

Deno.test("lines run over a numeric factor, faceted, with the lowest roofline bound at each of its values", () => {
  const rows = ["cora", "pubmed"].flatMap((dataset) =>
    [256, 16].flatMap((width) =>
      ["natural", "rcm"].flatMap((contender, i) => {
        const cell = `${suite.id}:${dataset}/${width}:${contender}`;
        const row = { dataset, contender, cell, factors: `ordering=${contender};width=${width}` };
        const bound = { metric: "roofline_bound_compulsory", ci_lo: undefined, ci_hi: undefined };
        return [
          writtenRow({ ...row, median: width + i }),
          writtenRow({ ...row, ...bound, median: width / 2 + i }),
        ];
      })
    )
  );
  const plots = draw(rows, { plots: [{ metric: "time", x: "width", facet: "dataset", logarithmic: true }] });
  assert.deepEqual(plots.map((plot) => plot.title), ["SpMM time, cora", "SpMM time, pubmed"]);
  assert.equal(new Set(plots.map((plot) => plot.id)).size, 2);
  const [natural, rcm, bound] = traces(plots[0]);
  assert.deepEqual([natural.x, natural.y, rcm.y], [[16, 256], [16, 256], [17, 257]]);
  assert.deepEqual([bound.x, bound.y, bound.meta], [[16, 256], [8, 128], "bound"]);
});

Deno.test("names cannot become plotly's own markup", () => {
  const rows = [speedup({ contender: '<a href="javascript:x">', dataset: "<b>%{x}" })];
  const json = JSON.stringify(draw(rows)[0].figure);
  assert.ok(json.includes("&lt;a href") && json.includes("&lt;b&gt;"));
  assert.ok(!json.includes("<a href") && !json.includes("<b>"));
});
