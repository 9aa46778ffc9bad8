import assert from "node:assert/strict";
import { suitePlots } from "../../../../results/report/plots/plot.ts";
import type { ComparisonRow, Row } from "../../../../results/row.ts";
import type { SuiteText } from "../../../../results/store/session_document.ts";
import { comparisonRow, sessionDocument, writtenRow } from "../../session_fixture.ts";

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
  assert.deepEqual(plot.absent, ["RCM on reddit@1/16 (oom: wasm32)"]);
  assert.deepEqual(draw([rows[1]]), []);
});

Deno.test("a cell whose time was skipped is named beside the rates, of which it has none", () => {
  const rate = { metric: "gflops", unit: "GFLOP/s" };
  const rows = [
    writtenRow({ contender: "natural" }),
    writtenRow({ contender: "natural", ...rate }),
    writtenRow({ contender: "rcm", metric: "cold", median: 3 }),
    writtenRow({ contender: "rcm", status: "skipped", reason: "unstable", median: undefined }),
  ];
  const [plot] = draw(rows, { plots: [{ metric: "gflops", x: "workload" }] });
  assert.equal(plot.points.length, 1);
  assert.deepEqual(plot.absent, ["RCM on reddit@1/16 (skipped: unstable)"]);
});

Deno.test("a value that the axis cannot show is named with its reason, not drawn", () => {
  const contenders = ["natural", "rcm", "metis", "slashburn"];
  const rows = contenders.map((contender, i) =>
    writtenRow({
      contender,
      cell: `${suite.id}:reddit@1/16:${contender}`,
      median: [4, 0, Infinity, 4000][i],
      unit: i === 3 ? "us" : "ms",
    })
  );
  const [logarithmic] = draw(rows, { plots: [{ metric: "time", x: "workload", logarithmic: true }] });
  assert.deepEqual(traces(logarithmic).map(({ y }) => y), [[4]]);
  assert.deepEqual(logarithmic.absent, [
    "RCM on reddit@1/16 (SpMM time is 0, which this axis cannot show)",
    "metis on reddit@1/16 (SpMM time is \u221e, which this axis cannot show)",
    "slashburn on reddit@1/16 (SpMM time is in us, not in ms)",
  ]);
  const [linear] = draw(rows, { plots: [{ metric: "time", x: "workload" }] });
  assert.deepEqual(traces(linear).map(({ y }) => y), [[4], [0]]);
});

Deno.test("sentences below a plot set labels with marks of their own in quotation marks", () => {
  const contenders = [{ id: "natural", label: "ids, as they come" }, { id: "rcm", label: "RCM (own)" }];
  const failed = speedup({ contender: "rcm", status: "oom", reason: "wasm32", median: undefined });
  const [plot] = draw([speedup({ contender: "metis" }), failed], { contenders });
  assert.match(plot.caption, /Over “ids, as they come”; higher is better/);
  assert.deepEqual(plot.absent, ["“RCM (own)” on reddit@1/16 (oom: wasm32)"]);
});

Deno.test("the table of a plot names intervals of few samples ranges", () => {
  const heading = (n: number) => draw([speedup({ contender: "rcm", n })])[0].numbers.columns[3].heading;
  assert.deepEqual([heading(4), heading(5)], ["95 % interval, range where n < 5", "95 % interval"]);
});

Deno.test("a plot of more values than fit says how many it leaves out", () => {
  const rows = ["natural", "rcm", "metis"].map((contender) => speedup({ contender }));
  const [plot] = draw(rows, {}, 2);
  assert.equal(plot.points.length, 2);
  assert.deepEqual(plot.absent, ["1 more value, which is in rows.csv"]);
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

Deno.test("one value of a factor is a bar, and a facet by a factor is named in the title", () => {
  const cells = [[16, "1%"], [256, "1%"], [16, "10%"]] as const;
  const rows = cells.map(([width, ratio]) =>
    writtenRow({
      cell: `${suite.id}:cora/${width}/${ratio}:natural`,
      dataset: "cora",
      contender: "natural",
      factors: `train_ratio=${ratio};width=${width}`,
    })
  );
  const [lines, bars] = draw(rows, { plots: [{ metric: "time", x: "width", facet: "train_ratio" }] });
  assert.deepEqual([lines.title, bars.title], ["SpMM time, train ratio 1%", "SpMM time, train ratio 10%"]);
  assert.deepEqual([traces(lines)[0].type, traces(lines)[0].x], ["scatter", [16, 256]]);
  assert.deepEqual([traces(bars)[0].type, traces(bars)[0].x], ["bar", ["width 16"]]);
});

Deno.test("published numbers far above the measured ones are told, not drawn, but for ratios and shares", () => {
  const draws = (unit: string) => {
    const row = writtenRow({ contender: "rcm", median: 1.4, unit });
    const comparisons = [comparisonRow({ unit, published: "30" })];
    const plots = [{ metric: "time", x: "workload" }];
    const metrics = [{ id: "time", label: "SpMM time", unit, better: "lower" as const }];
    return suitePlots({
      suite: { ...suite, plots, metrics },
      rows: [row],
      comparisons,
      calibration,
      limit: 100,
    })[0];
  };
  const times = draws("ms");
  assert.deepEqual([traces(times).length, times.points[0].published?.value], [1, 30]);
  assert.match(times.absent.join(), /published numbers, 30 ms/);
  assert.deepEqual([traces(draws("x")).length, draws("x").absent], [2, []]);
});

Deno.test("a published number on a line has the line's colour where that says whose it is", () => {
  const rows = ["natural", "rcm"].flatMap((contender) =>
    [16, 256].map((width) =>
      writtenRow({
        cell: `${suite.id}:cora/${width}:${contender}`,
        dataset: "cora",
        contender,
        factors: `width=${width}`,
        median: 1.4,
      })
    )
  );
  const drawn = (published: readonly string[]) => {
    const comparisons = published.map((number, i) =>
      comparisonRow({ cell: rows[2 * i].cell, unit: "ms", published: number })
    );
    const plots = [{ metric: "time", x: "width" }];
    const [plot] = suitePlots({ suite: { ...suite, plots }, rows, comparisons, calibration, limit: 100 });
    const colors = plot.figure.data.filter(({ meta }) => meta === "published")
      .map(({ marker }) => (marker as { color?: string }).color);
    return { colors, caption: plot.caption };
  };
  const apart = drawn(["1.5", "1.2"]), together = drawn(["1.5", "1.5"]);
  assert.deepEqual([new Set(apart.colors).size, apart.colors.includes(undefined)], [2, false]);
  assert.match(apart.caption, /in the colour of their line/);
  assert.deepEqual(together.colors, [undefined, undefined]);
  assert.match(together.caption, /Diamonds: published\.$/);
});

Deno.test("a bound of several cells is no number of any of them: the caption has it, and no diamond", () => {
  const rows = ["cora", "pubmed"].map((dataset) =>
    writtenRow({ cell: `${suite.id}:${dataset}:rcm`, dataset, contender: "rcm", unit: "%", median: 1.4 })
  );
  const bound = (relation: string, published: string, { cell }: Row) =>
    comparisonRow({ published_id: relation, relation, published, cell, unit: "%" });
  const drawn = (comparisons: readonly ComparisonRow[]) => {
    const metrics = [{ id: "time", label: "memory added", unit: "%", better: "lower" as const }];
    const plots = [{ metric: "time", x: "workload" }];
    const [plot] = suitePlots({
      suite: { ...suite, plots, metrics },
      rows,
      comparisons,
      calibration,
      limit: 100,
    });
    return { diamonds: plot.points.map(({ published }) => published?.value), caption: plot.caption };
  };
  const shared = drawn(rows.flatMap((row) => [bound("min", "1", row), bound("max", "17", row)]));
  assert.deepEqual(shared.diamonds, [undefined, undefined]);
  assert.match(shared.caption, /Printed for several of these values together: from 1 %, up to 17 %\.$/);
  assert.doesNotMatch(shared.caption, /Diamonds/);
  const alone = drawn([bound("max", "17", rows[0])]);
  assert.deepEqual(alone.diamonds, [17, undefined]);
  assert.match(alone.caption, /Diamonds: published\.$/);
  const both = drawn([...rows.map((row) => bound("max", "17", row)), bound("eq", "2", rows[1])]);
  assert.deepEqual(both.diamonds, [undefined, 2]);
});

Deno.test("names cannot become plotly's own markup", () => {
  const rows = [speedup({ contender: '<a href="javascript:x">', dataset: "<b>%{x}" })];
  const json = JSON.stringify(draw(rows)[0].figure);
  assert.ok(json.includes("&lt;a href") && json.includes("&lt;b&gt;"));
  assert.ok(!json.includes("<a href") && !json.includes("<b>"));
});
