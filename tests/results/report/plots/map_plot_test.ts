import assert from "node:assert/strict";
import { pictureSvg } from "../../../../results/pictures/picture_files.ts";
import { figureSvg } from "../../../../results/pictures/svg_figure.ts";
import { mapPosition } from "../../../../results/report/plots/figures/map_axis.ts";
import { suitePlots } from "../../../../results/report/plots/plot.ts";
import type { Row } from "../../../../results/row.ts";
import { sessionDocument, writtenRow } from "../../session_fixture.ts";

const { suites: [fixture], calibration } = sessionDocument();
const suite = {
  ...fixture,
  id: "own/map",
  contenders: [{ id: "rows", label: "row-split" }, { id: "tiles", label: "block-sparse" }],
  baseline: "rows",
  metrics: [
    { id: "lead", label: "Time over the fastest other's", unit: "x", better: "lower" as const },
    { id: "speedup", label: "speed-up", unit: "x", better: "higher" as const },
  ],
  plots: [{
    metric: "lead",
    x: "mean_degree",
    y: "skew",
    contours: "speedup",
    landmarks: [{ label: "cora", x: 4, y: 1 }, { label: "web <graph>", x: 1000, y: 1 }],
  }],
};

function point(degree: number, skew: number, ratio: number, spread = 0.02): Row[] {
  return [["rows", "lead", 1 / ratio], ["tiles", "lead", ratio], ["tiles", "speedup", 1 / ratio]].map(
    ([contender, metric, value]) =>
      writtenRow({
        suite: suite.id,
        cell: `${suite.id}:${degree}-${skew}:${contender}`,
        contender: String(contender),
        factors: `kernel=${contender};mean_degree=${degree};skew=${skew}`,
        metric: String(metric),
        unit: "x",
        median: Number(value),
        ci_lo: Number(value) * (1 - spread),
        ci_hi: Number(value) * (1 + spread),
      }),
  );
}

const ROWS = [...point(2, 1, 2), ...point(8, 1, 0.5), ...point(2, 9, 2), ...point(8, 9, 0.99, 0.1)];

const draw = (rows: readonly Row[], drawn = suite) =>
  suitePlots({ suite: drawn, rows, comparisons: [], calibration, limit: 100 });

interface Shape {
  readonly name: string;
  readonly opacity: number;
  readonly fillcolor: string;
}

Deno.test("a map has a cell a place, pale where the winner is not certain, in the colour of its winner", () => {
  const [plot, ...others] = draw(ROWS);
  assert.equal(others.length, 0);
  assert.equal(plot.title, "The fastest over mean degree and skew");
  const shapes = plot.figure.layout.shapes as readonly Shape[];
  assert.equal(shapes.length, 4);
  assert.ok(shapes.every(({ name }) => name === "cell"));
  assert.equal(shapes[0].fillcolor, shapes[2].fillcolor);
  assert.notEqual(shapes[0].fillcolor, shapes[1].fillcolor);
  assert.ok(shapes[3].opacity < shapes[1].opacity, "the tie is paler");
  assert.match(plot.caption, /^Fastest of \d+ measured points: .*\. Colour: /);
  assert.match(
    plot.sentences!.join(" "),
    /block-sparse surely beat row-split at 1 of 4 points: wherever the mean degree is 8/,
  );
  assert.equal(plot.numbers.rows.length, 4);
  assert.deepEqual(plot.absent.length, 1);
  assert.match(plot.absent[0], /web <graph> \(mean degree 1,?000.*beyond the map/);
});

Deno.test("a winner's mark, which has the colour of its cell, is outlined in the colour of text", () => {
  const [{ figure }] = draw(ROWS), { source } = figureSvg(figure, { title: "map", id: "map" });
  const shapes = figure.layout.shapes as readonly Shape[];
  for (const color of new Set(shapes.map(({ fillcolor }) => fillcolor))) {
    const marks = [...source.matchAll(/<(?:circle|path)[^>]*>/g)].filter(([mark]) =>
      mark.includes(`"${color}"`)
    );
    assert.ok(marks.length > 0, color);
    for (const [mark] of marks) assert.match(mark, /stroke="#[^"]+"/);
  }
});

Deno.test("contours and marks of known graphs lie between the places", () => {
  const [{ figure: { data } }] = draw(ROWS);
  const line = data.find(({ mode }) => mode === "lines")!;
  assert.match(String(line.name), /^fastest 1\.1 times as fast as<br>row-split$/);
  for (const x of line.x as readonly (number | null)[]) assert.ok(x === null || (x > 0 && x <= 1), `${x}`);
  const marks = data.find(({ mode }) => mode === "markers+text")!;
  assert.deepEqual([marks.text, marks.x, marks.y], [["cora"], [0.5], [0]]);
});

Deno.test("names of known graphs lie towards the middle of the map, and neighbours above and below", () => {
  const landmarks = [{ label: "left", x: 2, y: 1 }, { label: "right", x: 8, y: 1 }, {
    label: "up",
    x: 8,
    y: 9,
  }];
  const plots = suite.plots.map((each) => ({ ...each, landmarks: landmarks.toReversed() }));
  const [{ figure, title, caption }] = draw(ROWS, { ...suite, plots });
  const marks = figure.data.find(({ mode }) => mode === "markers+text")!;
  const places = Object.fromEntries(
    (marks.text as string[]).map((text, i) => [text, (marks.textposition as string[])[i]]),
  );
  assert.deepEqual([places.left, places.up], ["top right", "top left"]);
  assert.match(places.right, /left$/);
  // In the still picture a name to the left of its mark ends there.
  const { source } = figureSvg(figure, { title, caption, id: "map" });
  const anchorOf = (name: string) => new RegExp(`text-anchor="(\\w+)"[^>]*>\\s*${name}<`).exec(source)?.[1];
  assert.deepEqual([anchorOf("up"), anchorOf("right"), anchorOf("left")], ["end", "end", undefined]);
});

Deno.test("names of two graphs beside each other do not meet", () => {
  const landmarks = [{ label: "one", x: 4, y: 1 }, { label: "two", x: 5, y: 1 }];
  const plots = suite.plots.map((each) => ({ ...each, landmarks }));
  const [{ figure }] = draw(ROWS, { ...suite, plots });
  const marks = figure.data.find(({ mode }) => mode === "markers+text")!;
  assert.deepEqual((marks.textposition as string[]).map((each) => each.split(" ")[0]), ["top", "bottom"]);
});

Deno.test("a name in the upper half of the top row lies below its mark, within the map", () => {
  const landmarks = [{ label: "edge", x: 4, y: 12 }];
  const plots = suite.plots.map((each) => ({ ...each, landmarks }));
  const [{ figure }] = draw(ROWS, { ...suite, plots });
  const marks = figure.data.find(({ mode }) => mode === "markers+text")!;
  assert.match((marks.textposition as string[])[0], /^bottom/);
});

Deno.test("the still picture shows cells, gaps in contours and names of graphs", () => {
  const [{ figure, title, caption }] = draw(ROWS);
  const { source } = figureSvg(figure, { title, caption, id: "map" });
  assert.equal(source.match(/fill-opacity/g)?.length, 4);
  assert.match(source, />cora</);
  assert.doesNotMatch(source, /NaN|undefined|null/);
});

Deno.test("a map for print has no colour: winners are told by their marks", () => {
  const [plot] = draw(ROWS), source = pictureSvg(plot, "print");
  const colours = [...source.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/gi)];
  assert.ok(colours.length > 4);
  for (const [colour, red, green, blue] of colours) assert.ok(red === green && green === blue, colour);
  assert.equal(source.match(/fill-opacity/g)?.length, 4);
});

Deno.test("where the baseline failed, the fastest has no speed-up over it, and no contour leads there", () => {
  const lacking = ["tiles", "blocks"].map((contender, i) =>
    writtenRow({
      ...point(2, 9, 0.2)[1],
      contender,
      cell: `${suite.id}:2-9:${contender}`,
      median: 0.2 + 4 * i,
      ci_hi: 0.3 + 4 * i,
    })
  );
  const rows = [...point(2, 1, 0.2), ...point(8, 1, 0.2), ...point(8, 9, 0.2)];
  const [{ numbers, figure }] = draw([...rows, ...lacking]);
  const at = (place: string) => numbers.rows.find((row) => row.slice(0, 2).join() === place)?.at(-1);
  assert.deepEqual([at("2,1"), at("2,9")], ["5", ""]);
  const [winner] = figure.data as unknown as { readonly customdata: readonly string[][] }[];
  assert.ok(winner.customdata.flat().includes("surely the fastest, the baseline was not measured"));
  assert.ok(!figure.data.some(({ meta }) => meta === "bound"), "all that is known is above the levels");
});

Deno.test("a suite without measured points has no map", () => {
  assert.deepEqual(draw(ROWS.filter(({ contender }) => contender === "rows")), []);
});

Deno.test("a position lies between its values, and beyond the ends at most half a step", () => {
  assert.equal(mapPosition([2, 8, 32], 16), 1.5);
  assert.equal(mapPosition([0, 10, 20], 5), 0.5);
  assert.equal(mapPosition([2, 8, 32], 60)!.toFixed(2), "2.45");
  assert.equal(mapPosition([2, 8, 32], 80), undefined);
  assert.equal(mapPosition([4], 4), 0);
});
