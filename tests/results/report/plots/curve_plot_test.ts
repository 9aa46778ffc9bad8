import assert from "node:assert/strict";
import { suitePlots } from "../../../../results/report/plots/plot.ts";
import type { Row } from "../../../../results/row.ts";
import type { PlotSpec } from "../../../../results/store/session_document.ts";
import { sessionDocument, writtenRow } from "../../session_fixture.ts";

const { suites: [fixture], calibration } = sessionDocument();
const suite = {
  ...fixture,
  metrics: [
    { id: "test_loss", label: "Test loss", unit: "nats", better: "lower" as const },
    { id: "train_seconds", label: "Training time", unit: "s", better: "neither" as const },
  ],
};

interface Trace {
  readonly name: string;
  readonly mode: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly error_x: { readonly array: readonly (number | null)[] };
  readonly customdata: readonly (readonly string[])[];
}

interface Axis {
  readonly type: string;
  readonly title: { readonly text: string };
}

function draw(rows: readonly Row[], changes: Partial<PlotSpec> = {}, limit = 100) {
  const plots = [{ metric: "test_loss", x: "train_seconds", ...changes }];
  return suitePlots({ suite: { ...suite, plots }, rows, comparisons: [], calibration, limit });
}

const traces = ({ figure }: ReturnType<typeof draw>[number]) => figure.data as unknown as Trace[];
const xaxis = ({ figure }: ReturnType<typeof draw>[number]) => figure.layout.xaxis as unknown as Axis;

/** Both rows of a cell that trained for so many epochs. */
function cell(
  { dataset = "cora", contender = "natural", epochs = 1, loss = 1, seconds = 1 }: {
    dataset?: string;
    contender?: string;
    epochs?: number;
    loss?: number;
    seconds?: number;
  },
  changes: Partial<Row> = {},
): Row[] {
  const name = `${suite.id}:${dataset}/${epochs}:${contender}`;
  const shared = { dataset, contender, cell: name, factors: `epochs=${epochs}` };
  return [
    writtenRow({ ...shared, metric: "test_loss", unit: "nats", median: loss }),
    writtenRow({
      ...shared,
      metric: "train_seconds",
      unit: "s",
      median: seconds,
      ci_lo: seconds - 0.5,
      ci_hi: seconds + 0.25,
      ...changes,
    }),
  ];
}

Deno.test("a curve runs over what the same cells measured: one line a contender through all workloads, left to right", () => {
  const rows = [
    ...cell({ contender: "rcm", epochs: 1, loss: 2, seconds: 1 }),
    ...cell({ contender: "natural", epochs: 10, loss: 0.5, seconds: 9 }),
    ...cell({ contender: "natural", epochs: 1, loss: 1.5, seconds: 2 }),
  ];
  const [plot] = draw(rows);
  assert.equal(plot.title, "Test loss over training time");
  assert.equal(xaxis(plot).title.text, "Training time (s)");
  const [natural, rcm] = traces(plot);
  assert.deepEqual([natural.name, natural.x, natural.y], ["natural order", [2, 9], [1.5, 0.5]]);
  assert.deepEqual([rcm.name, rcm.x, rcm.y, rcm.mode], ["RCM", [1], [2], "lines+markers"]);
  assert.deepEqual(natural.error_x.array, [0.25, 0.25]);
  assert.equal(natural.customdata[0][1], "1.5 nats at 2 s");
  assert.deepEqual(plot.absent, []);
});

Deno.test("a curve's table names workload, contender, both values and their units", () => {
  const [{ numbers }] = draw(cell({ epochs: 3, loss: 1.5, seconds: 2 }));
  assert.equal(numbers.caption, "Test loss over training time, in nats");
  assert.deepEqual(numbers.columns.map(({ heading }) => heading), [
    "Workload",
    "Series",
    "Training time (s)",
    "Median (nats)",
    "95 % interval",
    "n",
  ]);
  assert.deepEqual(numbers.rows[0].slice(0, 4), ["cora", "natural order", "2", "1.5"]);
});

Deno.test("the x axis of a curve is logarithmic only where the suite says so, and names what has no place on it", () => {
  const rows = [...cell({ epochs: 1, seconds: 0 }), ...cell({ epochs: 2, seconds: 900 })];
  const [linear] = draw(rows);
  assert.deepEqual([xaxis(linear).type, traces(linear)[0].x], ["linear", [0, 900]]);
  const [logarithmic] = draw(rows, { logarithmicX: true });
  assert.deepEqual([xaxis(logarithmic).type, traces(logarithmic)[0].x], ["log", [900]]);
  assert.deepEqual(logarithmic.absent, [
    "natural order on cora \u00b7 epochs 1 (Training time is 0, which this axis cannot show)",
  ]);
});

Deno.test("a cell without one of the two values is named with its reason, not drawn", () => {
  const failed = { status: "failed" as const, reason: "no clock", median: undefined };
  const stopped = { dataset: "cora", contender: "rcm", factors: "epochs=2" };
  const rows = [
    ...cell({ epochs: 1 }),
    ...cell({ epochs: 2 }, failed),
    ...cell({ epochs: 3 }).slice(0, 1),
    ...cell({ epochs: 4 }, { unit: "ms" }),
    writtenRow({ ...stopped, cell: `${suite.id}:cora/2:rcm`, metric: "time", ...failed, status: "oom" }),
  ];
  const [plot] = draw(rows);
  assert.equal(plot.points.length, 1);
  assert.deepEqual(plot.absent, [
    "natural order on cora \u00b7 epochs 2 (failed: no clock)",
    "natural order on cora \u00b7 epochs 3 (no value of \u201cTraining time\u201d)",
    "natural order on cora \u00b7 epochs 4 (Training time is in ms, not in s)",
    "RCM on cora \u00b7 epochs 2 (oom: no clock)",
  ]);
  assert.deepEqual(draw(cell({}, failed)), []);
});

Deno.test("cells of other workloads, which have neither value and came to a good end, are no part of a curve", () => {
  const other = writtenRow({ dataset: "reddit", cell: `${suite.id}:reddit:natural`, metric: "time" });
  const broken = { ...other, metric: "prepare", status: "failed" as const, median: undefined };
  const lost = { ...broken, cell: `${suite.id}:pubmed:natural`, dataset: "pubmed", factors: "" };
  const neighbour = { ...broken, contender: "rcm", cell: `${suite.id}:reddit:rcm` };
  const [plot] = draw([...cell({}), other, neighbour, lost]);
  assert.deepEqual(plot.absent, ["natural order on pubmed (failed)"]);
});

Deno.test("a curve has one plot a facet and keeps to the limit of values", () => {
  const rows = ["cora", "pubmed"].flatMap((dataset) =>
    [1, 2, 3].flatMap((epochs) => cell({ dataset, epochs, seconds: epochs }))
  );
  const plots = draw(rows, { facet: "dataset" }, 2);
  assert.deepEqual(plots.map(({ title }) => title), [
    "Test loss over training time, cora",
    "Test loss over training time, pubmed",
  ]);
  assert.deepEqual(plots.map(({ points, absent }) => [points.length, ...absent]), [
    [2, "1 more value, which is in rows.csv"],
    [2, "1 more value, which is in rows.csv"],
  ]);
});

Deno.test("a name that is both a factor and a metric is the factor's, whose axis may be made logarithmic or linear", () => {
  const rows = [1, 2, 16].flatMap((epochs) => [
    ...cell({ epochs, loss: 1 / epochs }),
    ...cell({ epochs }).slice(0, 1).map((row) => ({ ...row, metric: "epochs", median: 99 })),
  ]);
  const [plot] = draw(rows, { x: "epochs" });
  assert.deepEqual([traces(plot)[0].x, xaxis(plot).type], [[1, 2, 16], "log"]);
  assert.equal(xaxis(draw(rows, { x: "epochs", logarithmicX: false })[0]).type, "linear");
  const two = [...cell({ epochs: 0 }), ...cell({ epochs: 2 }), ...cell({ epochs: 3 })];
  assert.equal(xaxis(draw(two, { x: "epochs" })[0]).type, "linear");
  const [forced] = draw(two, { x: "epochs", logarithmicX: true });
  assert.deepEqual([traces(forced)[0].x, xaxis(forced).type], [[2, 3], "log"]);
  assert.deepEqual(forced.absent, ["natural order on cora (epochs is 0, which this axis cannot show)"]);
});
