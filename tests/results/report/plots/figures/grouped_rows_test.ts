/**
 * Bars that are too many to stand side by side lie in rows, on the page and in pictures.
 *
 * @module
 */
import assert from "node:assert/strict";
import { figureSvg } from "../../../../../results/pictures/svg_figure.ts";
import { printFigure } from "../../../../../results/pictures/print_style.ts";
import type { Figure, FigureInput } from "../../../../../results/report/plots/figures/figure.ts";
import { groupedFigure } from "../../../../../results/report/plots/figures/grouped_figure.ts";
import { sessionDocument, writtenRow } from "../../../session_fixture.ts";

const { suites: [document] } = sessionDocument();

/** Bars of so many contenders on so many workloads; the last contender has only the first workload. */
function drawn(groups: number, contenders: number, spec: Partial<FigureInput["spec"]> = {}): Figure {
  const ids = Array.from({ length: contenders }, (_, i) => `c${i}`);
  const suite = { ...document, contenders: ids.map((id) => ({ id, label: id })) };
  const points = Array.from(
    { length: groups },
    (_, group) =>
      ids.filter((_, i) => group === 0 || i < contenders - 1).map((contender, i) => ({
        series: contender,
        x: `graph <${group}> \u00b7 a factor of many words, and another one`,
        row: writtenRow({ contender, median: 1 + group + i / 10, ci_lo: 0.5, ci_hi: 100 }),
        published: group === 1 && i === 0 ? { id: "p", value: 90 } : undefined,
      })),
  ).flat();
  const metric = { id: "speedup", label: "speed-up", unit: "x", better: "higher" } as const;
  return groupedFigure({
    suite,
    metric,
    spec: { metric: "speedup", x: "workload", ...spec },
    points,
    bounds: [],
    band: 0.02,
  });
}

interface Trace {
  readonly type: string;
  readonly orientation?: string;
  readonly meta?: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly width: number;
  readonly error_x: { readonly array: readonly number[] };
  readonly hovertemplate: string;
}

const tracesOf = (figure: Figure) => figure.data as unknown as Trace[];
const isUpright = (figure: Figure) => tracesOf(figure).every(({ orientation }) => orientation === undefined);

Deno.test("bars stand up to sixty places, and lie beyond; marks stand in any number", () => {
  assert.ok(isUpright(drawn(12, 5)) && isUpright(drawn(30, 2)));
  assert.ok(!isUpright(drawn(31, 2)) && !isUpright(drawn(13, 5)));
  assert.ok(isUpright(drawn(13, 5, { logarithmic: true })));
});

Deno.test("each bar that is there has a row of its own, with its value, interval and printed number", () => {
  const figure = drawn(13, 5), traces = tracesOf(figure);
  const bars = traces.filter(({ type }) => type === "bar");
  const rows = bars.flatMap(({ y }) => y);
  assert.equal(rows.length, 13 * 4 + 1);
  const sorted = rows.toSorted((a, b) => a - b);
  assert.ok(sorted.every((y, i) => i === 0 || y - sorted[i - 1] >= 1 - 1e-9), "no two overlap");
  // From the top: the groups in their order, in each the contenders.
  const byPlace = bars.flatMap(({ x, y }) => x.map((value, i) => ({ value, y: y[i] })))
    .toSorted((a, b) => a.y - b.y);
  const values = byPlace.map(({ value }) => value);
  assert.deepEqual(values, values.toSorted((a, b) => a - b));
  assert.equal(bars[0].error_x.array[0], 99);
  const [printed] = traces.filter(({ meta }) => meta === "published");
  assert.deepEqual([printed.x, printed.y], [[90], [bars[0].y[1]]]);
  assert.match(printed.hovertemplate, /^published %\{x\}/);
  const { shapes, xaxis, yaxis, annotations, meta } = figure.layout as {
    shapes: { x0: number; x1: number; yref: string }[];
    xaxis: { title: { text: string }; rangemode: string };
    yaxis: { range: number[] };
    annotations: { text: string; y: number }[];
    meta: { rows: number };
  };
  assert.deepEqual(shapes.map(({ x0, x1, yref }) => [x0, x1, yref]), [[1 / 1.02, 1.02, "paper"], [
    1,
    1,
    "paper",
  ]]);
  assert.deepEqual([xaxis.title.text, xaxis.rangemode], ["speed-up (×)", "tozero"]);
  assert.deepEqual(
    annotations.map(({ text }) => text.split(",")[0]),
    [
      ...Array(13).keys(),
    ].map((group) => `graph &lt;${group}&gt;`),
  );
  // Every heading has its lines in the gap above its first row.
  const pitch = meta.rows / (yaxis.range[0] - yaxis.range[1]);
  for (const { text, y } of annotations) {
    const above = Math.max(-0.5, ...sorted.filter((row) => row < y).map((row) => row + bars[0].width / 2));
    assert.ok((y - above) * pitch >= 17 * text.split("<br>").length, text);
  }
});

Deno.test("bars of a picture, also of one in a column, are thick enough to tell, and none lies on another", () => {
  for (const figure of [drawn(15, 7), printFigure(drawn(15, 7))]) {
    const svg = figureSvg(figure, { title: "Speed-up", id: "p", width: 356, height: 190 }).source;
    const whole = svg.slice(0, svg.indexOf('<g transform="translate(12'));
    const bars = [
      ...whole.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)" fill="#/g),
    ]
      .map(([, y, height]) => ({ y: Number(y), height: Number(height) }))
      .filter(({ height }) => height < 100);
    const places = [...new Set(bars.map(({ y }) => y))].sort((a, b) => a - b);
    assert.equal(places.length, 15 * 6 + 1);
    assert.ok(bars.every(({ height }) => height > 7), `${Math.min(...bars.map(({ height }) => height))}`);
    assert.ok(places.every((y, i) => i === 0 || y - places[i - 1] > bars[0].height));
    // A whisker that ends beyond the longest bar is inside of the picture, and so is the line at 1.
    const ends = [
      ...whole.matchAll(
        /<path d="M[\d.]+ [\d.]+L([\d.]+) [\d.]+M[^"]*" stroke="[^"]*"\s+stroke-width="1.2"/g,
      ),
    ];
    assert.equal(ends.length, 15 * 6 + 1);
    assert.ok(ends.every(([, x]) => Number(x) <= 356 - 12));
    assert.match(whole, /<path d="M([\d.]+) [\d.]+V[\d.]+" stroke="[^"]+" stroke-dasharray="2 3"/);
  }
});
