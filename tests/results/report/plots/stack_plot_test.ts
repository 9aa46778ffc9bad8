import assert from "node:assert/strict";
import fc from "fast-check";
import { styleColor } from "../../../../results/report/plots/figures/series_style.ts";
import { suitePlots } from "../../../../results/report/plots/plot.ts";
import type { Row } from "../../../../results/row.ts";
import type { PlotSpec } from "../../../../results/store/session_document.ts";
import { comparisonRow, sessionDocument, writtenRow } from "../../session_fixture.ts";

const { suites: [fixture], calibration } = sessionDocument();
const metric = (id: string, label: string) => ({ id, label, unit: "ms", better: "lower" as const });
const suite = {
  ...fixture,
  metrics: [metric("epoch", "Epoch time"), metric("aggregation", "Aggregation"), metric("loss", "Loss")],
};

interface Trace {
  readonly type: string;
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly meta?: string;
  readonly marker: { readonly color: string; readonly pattern?: { readonly shape: string } };
  readonly error_x: { readonly array: readonly (number | null)[] };
  readonly customdata: readonly (readonly string[])[];
}

interface Layout {
  readonly barmode: string;
  readonly height: number;
  readonly annotations: readonly { readonly text: string; readonly y: number }[];
  readonly xaxis: { readonly title: { readonly text: string } };
  readonly yaxis: {
    readonly tickvals: readonly number[];
    readonly ticktext: readonly string[];
    readonly range: readonly number[];
  };
}

function draw(rows: readonly Row[], changes: Partial<PlotSpec> = {}, limit = 100) {
  const plots = [{ metric: "epoch", x: "workload", stack: ["aggregation", "loss"], ...changes }];
  return suitePlots({ suite: { ...suite, plots }, rows, comparisons: [comparisonRow()], calibration, limit });
}

const traces = ({ figure }: ReturnType<typeof draw>[number]) => figure.data as unknown as Trace[];
const layoutOf = ({ figure }: ReturnType<typeof draw>[number]) => figure.layout as unknown as Layout;

/** A row a metric of one cell. */
function cell(
  contender: string,
  values: Readonly<Record<string, number>>,
  { dataset = "cora", ...changes }: Partial<Row> = {},
): Row[] {
  const shared = { dataset, contender, cell: `${suite.id}:${dataset}:${contender}` };
  return Object.entries(values).map(([metric, median]) =>
    writtenRow({ ...shared, metric, unit: "ms", median, ...changes })
  );
}

Deno.test("a stack is one bar a contender, its parts in the suite's order and in colours of their own", () => {
  const [plot] = draw([
    ...cell("rcm", { aggregation: 3, loss: 1 }),
    ...cell("natural", { loss: 2, aggregation: 5 }),
  ]);
  const [aggregation, loss, ...others] = traces(plot);
  assert.deepEqual(others, []);
  assert.deepEqual([aggregation.type, aggregation.name, loss.name], ["bar", "Aggregation", "Loss"]);
  assert.deepEqual([aggregation.x, loss.x], [[5, 3], [2, 1]]);
  assert.deepEqual(aggregation.y, loss.y);
  assert.deepEqual([aggregation.marker.color, loss.marker.color], [styleColor(0), styleColor(1)]);
  assert.equal(aggregation.customdata[0][1], "Aggregation: 5 ms (71.4 %)");
  const { barmode, xaxis, yaxis, annotations } = layoutOf(plot);
  assert.deepEqual([barmode, xaxis.title.text], ["stack", "Epoch time (ms)"]);
  assert.deepEqual([yaxis.tickvals, yaxis.ticktext], [aggregation.y, ["natural order", "RCM"]]);
  assert.deepEqual(annotations, []);
});

Deno.test("a total that was measured too is a mark with its interval; under shares there is none", () => {
  const rows = [
    ...cell("natural", { aggregation: 6, loss: 2 }),
    ...cell("natural", { epoch: 8 }, { ci_lo: 7, ci_hi: 8.5 }),
  ];
  const total = traces(draw(rows)[0])[2];
  assert.deepEqual([total.meta, total.name, total.x, total.error_x.array], [
    "total",
    "Epoch time",
    [8],
    [0.5],
  ]);
  const shares = draw(rows, { share: true })[0];
  assert.deepEqual(traces(shares).map(({ x }) => x), [[75], [25]]);
  assert.deepEqual([shares.title, layoutOf(shares).xaxis.title.text], [
    "Shares of epoch time",
    "Epoch time (%)",
  ]);
});

Deno.test("a stack's table lists metric, contender, value and share, the total last", () => {
  const rows = cell("rcm", { aggregation: 3, loss: 1, epoch: 5 }, { ci_lo: undefined, ci_hi: undefined });
  const [{ numbers, points }] = draw(rows);
  assert.equal(numbers.caption, "Epoch time, in ms");
  assert.deepEqual(numbers.columns.map(({ heading }) => heading), [
    "Metric",
    "Contender",
    "Median (ms)",
    "95 % interval",
    "n",
    "Share of the bar",
  ]);
  assert.deepEqual(numbers.rows, [
    ["Aggregation", "RCM", "3", "", "13", "75 %"],
    ["Loss", "RCM", "1", "", "13", "25 %"],
    ["Epoch time", "RCM", "5", "", "13", ""],
  ]);
  assert.equal(points.length, 3);
});

Deno.test("bars of a workload stand together under its name; a facet's title has the name instead", () => {
  const rows = ["cora", "pubmed"].flatMap((dataset) =>
    ["rcm", "natural"].flatMap((id) => cell(id, { aggregation: 3, loss: 1 }, { dataset }))
  );
  const [together] = draw(rows);
  const { annotations, yaxis } = layoutOf(together);
  assert.deepEqual(annotations.map(({ text }) => text), ["cora", "pubmed"]);
  assert.deepEqual(yaxis.ticktext, ["natural order", "RCM", "natural order", "RCM"]);
  const [first, second, third, last] = yaxis.tickvals;
  assert.ok(annotations[0].y < first && second < annotations[1].y && annotations[1].y < third);
  assert.ok(second - first === 1 && third - second > 1 && yaxis.range[0] > last);
  assert.ok(together.numbers.columns.some(({ heading }) => heading === "Workload"));
  const facets = draw(rows, { facet: "dataset" });
  assert.deepEqual(facets.map(({ title }) => title), ["Epoch time, cora", "Epoch time, pubmed"]);
  assert.ok(facets.every((plot) => layoutOf(plot).annotations.length === 0));
});

Deno.test("long names break into lines that the bars make room for", () => {
  const contender = "gather and scatter by atomic additions";
  const rows = Array.from({ length: 12 }, (_, i) => cell(`${contender} ${i}`, { aggregation: 3, loss: 1 }));
  const { yaxis, height } = layoutOf(draw(rows.flat())[0]);
  assert.equal(yaxis.ticktext[0], "gather and<br>scatter by<br>atomic additions<br>0");
  assert.ok(height > 12 * 4 * 17);
});

Deno.test("a cell that lacks a part is named with its reason, not drawn shorter", () => {
  const oom = { status: "oom" as const, reason: "wasm32", median: undefined };
  const contenders = ["natural", "rcm", "a", "b", "c", "d", "e"].map((id) => ({ id, label: id }));
  const rows = [
    ...cell("natural", { aggregation: 5, loss: 2 }),
    ...cell("rcm", { aggregation: 3 }),
    ...cell("a", { time: 3 }, oom),
    ...cell("b", { aggregation: 3, loss: -1 }),
    ...cell("c", { aggregation: 3 }),
    ...cell("c", { loss: 3 }, { unit: "s" }),
    ...cell("d", { aggregation: 0, loss: 0 }),
  ];
  const plots = [{ metric: "epoch", x: "workload", stack: ["aggregation", "loss"], share: true }];
  const [plot] = suitePlots({
    suite: { ...suite, contenders, plots },
    rows,
    comparisons: [],
    calibration,
    limit: 100,
  });
  assert.equal(traces(plot)[0].x.length, 1);
  assert.deepEqual(plot.absent, [
    "rcm on cora (no value of \u201cLoss\u201d)",
    "a on cora (oom: wasm32)",
    "b on cora (Loss is -1, which this axis cannot show)",
    "c on cora (Loss is in s, not in ms)",
    "d on cora (all parts are 0)",
    "e on cora (not measured)",
  ]);
  assert.deepEqual(draw(cell("rcm", { aggregation: 3 })), []);
});

Deno.test("a stack keeps to the limit in whole bars", () => {
  const rows = ["natural", "rcm", "x"].flatMap((id) => cell(id, { aggregation: 3, loss: 1 }));
  const [plot] = draw(rows, {}, 5);
  assert.deepEqual([plot.points.length, plot.absent], [4, ["1 more bar, which is in rows.csv"]]);
});

Deno.test("parts beyond the palette are told apart by patterns", () => {
  const stack = Array.from({ length: 9 }, (_, i) => `part_${i}`);
  const [plot] = draw(cell("rcm", Object.fromEntries(stack.map((id) => [id, 1]))), { stack });
  const looks = traces(plot).map(({ marker }) => `${marker.color}${marker.pattern?.shape ?? ""}`);
  assert.equal(new Set(looks).size, 9);
  assert.deepEqual(traces(plot)[7].name, "part 7");
});

Deno.test("a published number of a part stands in the table", () => {
  const rows = cell("rcm", { aggregation: 1.4, loss: 1 }, { unit: "x", dataset: "reddit@1/16" });
  const metrics = suite.metrics.map((each) => ({ ...each, unit: "x" }));
  const plots = [{ metric: "epoch", x: "workload", stack: ["aggregation", "loss"] }];
  const [plot] = suitePlots({
    suite: { ...suite, metrics, plots },
    rows,
    comparisons: [comparisonRow()],
    calibration,
    limit: 100,
  });
  assert.deepEqual(plot.numbers.rows.map((row) => row.at(-2)), ["1.5", ""]);
});

Deno.test("under shares every bar comes to 100 %, and without them to the sum of its parts", () => {
  const part = fc.double({ min: 0, max: 1e6, noNaN: true });
  const pairs = fc.array(fc.tuple(part, part).filter(([a, b]) => a + b > 1e-3), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(fc.property(pairs, fc.boolean(), (bars, share) => {
    const rows = bars.flatMap(([aggregation, loss], i) => cell(`c${i}`, { aggregation, loss }));
    const [first, second] = traces(draw(rows, { share })[0]);
    bars.forEach(([aggregation, loss], i) => {
      const length = first.x[i] + second.x[i];
      assert.ok(Math.abs(length - (share ? 100 : aggregation + loss)) <= 1e-9 * length);
    });
  }));
});

Deno.test("names in a stack cannot become plotly's own markup", () => {
  const rows = ["<b>%{x}", "cora"].flatMap((dataset) =>
    cell('<a href="javascript:x">', { aggregation: 1, loss: 1 }, { dataset })
  );
  const json = JSON.stringify(draw(rows)[0].figure);
  assert.ok(json.includes("&lt;a") && json.includes("&lt;b&gt;"));
  assert.ok(!json.includes("<a") && !json.includes("<b>"));
});
