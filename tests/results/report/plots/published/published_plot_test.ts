/**
 * The paper's own figure drawn again: printed numbers beside measured ones.
 *
 * @module
 */
import assert from "node:assert/strict";
import { layoutOf, tracesOf } from "../../../../../results/pictures/plot_trace.ts";
import { publishedPlots } from "../../../../../results/report/plots/published/published_plot.ts";
import { PRINTED_RANGE } from "../../../../../results/report/plots/published/published_points.ts";
import type { ComparisonRow } from "../../../../../results/row.ts";
import { comparisonRow, sessionDocument, writtenRow } from "../../../session_fixture.ts";

const suite = "hetu-gnn/figure-8";

/** Texts of a series that appear when one points at its marks. */
interface Hover {
  readonly name: string;
  readonly customdata: readonly (readonly string[])[];
}

function drawn(comparisons: readonly ComparisonRow[], rows = [writtenRow()]) {
  return publishedPlots({
    paper: "hetu-gnn",
    artifact: "Figure 8",
    comparisons,
    suites: [{ suite: sessionDocument().suites[0], rows }],
  });
}

/** Printed numbers of two systems on two graphs, in the paper's order. */
function table(changes: Partial<ComparisonRow> = {}): ComparisonRow[] {
  return ["Reddit", "Cora"].flatMap((dataset, i) =>
    ["DGL", "Ours"].map((system, j) =>
      comparisonRow({
        published_id: `${dataset}.${system}`,
        dataset,
        system,
        config: "batch=8000",
        published: String(2 + i + j),
        measured: 1.5 + i + j,
        dataset_kind: dataset === "Cora" ? "real" : "stand-in",
        cell: `${suite}:${dataset}:${system}`,
        ...changes,
      })
    )
  );
}

Deno.test("groups are datasets, series are systems, both in the order of the published rows", () => {
  const [plot, ...others] = drawn(table());
  assert.deepEqual(others, []);
  const traces = tracesOf(plot.figure), layout = layoutOf(plot.figure);
  assert.deepEqual(layout.xaxis.categoryarray, ["Reddit", "Cora"]);
  assert.equal(layout.yaxis.type, "linear");
  assert.deepEqual(traces.map(({ name, x, y }) => [name.replace("<br>", " "), x, y]), [
    ["DGL, printed", ["Reddit", "Cora"], [2, 3]],
    ["DGL, here, on a stand-in", ["Reddit"], [1.5]],
    ["DGL, here", ["Cora"], [2.5]],
    ["Ours, printed", ["Reddit", "Cora"], [3, 4]],
    ["Ours, here, on a stand-in", ["Reddit"], [2.5]],
    ["Ours, here", ["Cora"], [3.5]],
  ]);
  const patterns = traces.map(({ marker }) => marker?.pattern?.shape ?? "");
  assert.deepEqual(patterns, ["", "/", "", "", "/", ""]);
  assert.ok(traces.every(({ type }) => type === "bar"));
  // Printed and measured bars of a system stand beside each other, measured ones of both kinds at one place.
  assert.deepEqual(new Set(traces.map(({ offsetgroup }) => offsetgroup)).size, 4);
  assert.equal(traces[1].error_y?.visible, true);
  assert.match(plot.caption, /Hatched: measured on a stand-in/);
  assert.equal(plot.numbers.rows.length, 4);
});

Deno.test("a number that no name sets apart from others stands above its dataset, not above nothing", () => {
  const [dgl, ours] = table();
  const range = ["f8:a:c0", "f8:b:c0"].map((cell) => ({ ...ours, cell }));
  const [plot] = drawn([dgl, ...range]);
  const groups = layoutOf(plot.figure).xaxis.categoryarray ?? [];
  assert.ok(
    groups.includes("Reddit") && groups.includes(PRINTED_RANGE) && !groups.includes(""),
    groups.join(),
  );
});

Deno.test("numbers that span decades are marks on a logarithmic axis", () => {
  const rows = table();
  const [plot] = drawn(rows.map((row, i) => i === 0 ? { ...row, published: "300" } : row));
  assert.equal(layoutOf(plot.figure).yaxis.type, "log");
  assert.ok(tracesOf(plot.figure).every(({ type }) => type === "scatter"));
  assert.match(plot.caption, /Open marks: measured on a stand-in/);
  const symbols = new Set(tracesOf(plot.figure).map(({ marker }) => marker?.symbol));
  assert.deepEqual(symbols, new Set(["diamond", "circle-open", "circle", "square-open", "square"]));
});

Deno.test("a range printed for several cells stands beside them, and each cell once", () => {
  const cells = ["cora", "reddit"].map((dataset) => `${suite}:${dataset}:metis`);
  const rows = cells.map((cell, i) =>
    writtenRow({ cell, dataset: ["cora", "reddit"][i], contender: "metis", metric: "time" })
  );
  const range = (["min", "max"] as const).flatMap((relation, i) =>
    cells.map((cell, j) =>
      comparisonRow({ published_id: relation, relation, published: String(1 + i), measured: 1.2 + j, cell })
    )
  );
  const [plot] = drawn(range, rows);
  assert.deepEqual(layoutOf(plot.figure).xaxis.categoryarray, [PRINTED_RANGE, "cora", "reddit"]);
  const [printed, here] = tracesOf(plot.figure);
  assert.deepEqual([printed.x, printed.y], [[PRINTED_RANGE, PRINTED_RANGE], [1, 2]]);
  assert.deepEqual([here.x, here.y], [["cora", "reddit"], [1.2, 2.2]]);
  const headings = (of: typeof plot) => of.numbers.columns.map(({ heading }) => heading);
  assert.ok(!headings(plot).includes("Series"), "a column of nothing");
  assert.ok(headings(drawn(table())[0]).includes("Series"));
  assert.equal(plot.numbers.rows[0].length, plot.numbers.columns.length);
});

Deno.test("cells of a range are named by that in which they differ", () => {
  const places = ["p=2", "p=4"].flatMap((factors) => ["a", "b"].map((contender) => ({ factors, contender })));
  const rows = places.map((place) =>
    writtenRow({
      ...place,
      cell: `${suite}:cora-${place.factors}:${place.contender}`,
      dataset: "cora@1/8",
      metric: "time",
    })
  );
  const range = rows.map(({ cell }) => comparisonRow({ published_id: "all", measured: 1.2, cell }));
  const [{ figure }] = drawn(range, rows);
  assert.deepEqual(layoutOf(figure).xaxis.categoryarray, [
    PRINTED_RANGE,
    ...["p = 2 · a", "p = 2 · b", "p = 4 · a", "p = 4 · b"],
  ]);
});

Deno.test("the caption names diamonds and faint bars where both are printed numbers", () => {
  const cells = ["cora", "reddit"].map((dataset) => `${suite}:${dataset}:metis`);
  const rows = cells.map((cell, i) =>
    writtenRow({ cell, dataset: ["cora", "reddit"][i], contender: "metis" })
  );
  const range = cells.map((cell) =>
    comparisonRow({ published_id: "all", system: "Both", measured: 1.2, cell })
  );
  const [mixed] = drawn([...table(), ...range], rows), [alone] = drawn(range, rows);
  const printed = tracesOf(mixed.figure).filter(({ name }) => name.endsWith("printed"));
  assert.deepEqual(new Set(printed.map(({ type }) => type)), new Set(["bar", "scatter"]));
  assert.match(mixed.caption, /^Faint bars and diamonds: as printed; full: measured here\./);
  assert.match(alone.caption, /^Diamonds: as printed\./);
  assert.match(drawn(table())[0].caption, /^Faint: as printed; full: measured here\./);
});

Deno.test("places have labels, whichever suite measured them, and metrics the field's spelling", () => {
  const contenders = ["natural", "rcm"];
  const cells = contenders.map((contender) => ({ contender, cell: `${suite}:cora:${contender}` }));
  const own = cells.map(({ contender, cell }) => writtenRow({ cell, contender, dataset: "cora" }));
  const comparisons = cells.map(({ cell }) =>
    comparisonRow({ published_id: "one", artifact: "Section 2", metric: "spmm_speedup", unit: "x", cell })
  );
  const [fixture] = sessionDocument().suites;
  const suites = [{ suite: { ...fixture, id: "hetu-gnn/other" }, rows: [] }, { suite: fixture, rows: own }];
  const [plot] = publishedPlots({ paper: "hetu-gnn", artifact: "Section 2", comparisons, suites });
  assert.equal(plot.title, "Section 2: SpMM speedup (\u00d7), printed and here");
  const { xaxis, yaxis } = layoutOf(plot.figure);
  assert.deepEqual(xaxis.categoryarray, [PRINTED_RANGE, "natural order", "RCM"]);
  assert.match(JSON.stringify(yaxis.title), /SpMM speedup/);
  const [counts] = drawn(table({ metric: "edges", unit: "edges" }));
  assert.equal(counts.title, "Figure 8: edges, printed and here");
});

Deno.test("what is no number, was not measured, or stands alone is not drawn", () => {
  assert.deepEqual(drawn(table({ measured: undefined })), []);
  assert.deepEqual(drawn(table({ published: "{1,2}" })), []);
  assert.deepEqual(drawn(table().slice(0, 1)), []);
});

Deno.test("whiskers of few samples are their range, as in every other plot, and no interval", () => {
  const text = (n: number) => {
    const row = writtenRow({ n, ci_lo: 1, ci_hi: 2 });
    return drawn(table({ cell: row.cell, ci_lo: 1, ci_hi: 2 }), [row])[0].caption;
  };
  assert.match(text(2), /Whiskers: the range of fewer than 5 samples\./);
  assert.match(text(15), /Whiskers: 95\u00a0% intervals\./);
});

Deno.test("the hover and the table call the range of few samples what it is, and say how many", () => {
  const texts = (n: number | undefined) => {
    const { figure, numbers } = drawn(table({ n }))[0];
    const data = figure.data as unknown as readonly Hover[];
    const here = data.find(({ name }) => !name.endsWith("printed"))!;
    return [here.customdata[0][1], numbers.columns[4].heading, numbers.rows[0][5]];
  };
  assert.deepEqual(texts(3), ["range 1.3 to 1.5", "95 % interval, range where n < 5", 3]);
  assert.deepEqual(texts(15), ["95 % interval 1.3 to 1.5", "95 % interval", 15]);
  // Sessions of earlier versions do not say.
  assert.deepEqual(texts(undefined), ["95 % interval 1.3 to 1.5", "95 % interval", undefined]);
});
