/** @module */
import assert from "node:assert/strict";
import { textWidth } from "../../../results/pictures/picture_text.ts";
import { figureSvg } from "../../../results/pictures/svg_figure.ts";

/** Bars over categories. */
function picture(categories: readonly string[]): string {
  const layout = {
    height: 380,
    shapes: [],
    xaxis: { type: "category", categoryarray: categories },
    yaxis: { type: "linear", rangemode: "tozero" },
  };
  const bars = { type: "bar", name: "one", marker: { color: "#0072B2" } };
  const data = [{ ...bars, x: categories, y: categories.map((_, i) => 1 + i) }];
  return figureSvg({ data, layout }, { title: "Time", id: "p" }).source;
}

/** Slanted labels: place, slant and lines. */
function slanted(svg: string) {
  return [...svg.matchAll(/<text x="([\d.]+)" [^>]*rotate\(-([\d.]+)[^>]*>([^]*?)<\/text>/g)]
    .map(([, x, turn, text]) => ({
      x: Number(x),
      turn: Number(turn),
      lines: text.split(/<tspan[^>]*>/).map((line) => line.replaceAll(/<[^>]*>/g, "").trim()),
    }));
}

for (const count of [8, 10, 16]) {
  Deno.test(`${count} long labels are whole, and none leaves the sheet`, () => {
    const label = (i: number) =>
      `ogbn-products@1/256 \u00b7 link ${i}g \u00b7 part product \u00b7 policy overlap ${i}`;
    const names = Array.from({ length: count }, (_, i) => label(i)), labels = slanted(picture(names));
    assert.deepEqual(labels.map(({ lines }) => lines.join(" ")), names);
    for (const { x, turn, lines } of labels) {
      // Letters are at least a third of their size wide on average.
      const longest = Math.max(...lines.map(({ length }) => length)) * 12 / 3;
      assert.ok(x - longest * Math.cos(turn * Math.PI / 180) > 0, `${x}, ${turn}, ${lines}`);
    }
  });
}

Deno.test("steep labels end above the legend", () => {
  const names = Array.from(
    { length: 18 },
    (_, i) => `archaea@1/256:mixed-${i} \u00b7 panel 32 \u00b7 random ids 50 \u00b7 warps 32`,
  );
  const svg = picture(names);
  const legend = Number(/<g transform="translate\(12 ([\d.]+)\)">/.exec(svg)![1]);
  const axis = Number(/<text x="[\d.]+" y="([\d.]+)"[^>]*rotate/.exec(svg)![1]);
  for (const { turn, lines: [line] } of slanted(svg)) {
    assert.ok(axis + textWidth(line) * Math.sin(turn * Math.PI / 180) < legend, `${axis} ${turn} ${legend}`);
  }
});

Deno.test("a bold title breaks before it leaves the sheet", () => {
  const title =
    "The fastest over community size and shuffled percent, by time with preparation over the fastest other's";
  const axis = { type: "linear", rangemode: "tozero" };
  const layout = { height: 380, shapes: [], xaxis: { type: "category", categoryarray: [] }, yaxis: axis };
  const svg = figureSvg({ data: [], layout }, { title, caption: "Colour: the fastest.", id: "p" }).source;
  const lines = [...svg.matchAll(/font-weight="600"\s*>([^<]*)</g)].map(([, line]) =>
    line.replace("&#39;", "'")
  );
  assert.equal(lines.join(" "), title);
  // DejaVu Sans Bold, among the widest, is a ninth wider than DejaVu Sans.
  for (const line of lines) assert.ok(textWidth(line, 15) * 10 / 9 <= 736, line);
});

/** Heights of the labels of the vertical axis, and of the line of no difference. */
function heights(type: "linear" | "log", values: readonly number[], ticks: Record<string, unknown>) {
  const layout = {
    height: 380,
    shapes: [{ type: "line", name: "no difference", y0: 1, y1: 1 }],
    xaxis: { type: "category", categoryarray: values.map(String) },
    yaxis: { type, rangemode: "tozero", ...ticks },
  };
  const marks = { type: "scatter", mode: "markers", name: "one", marker: { color: "#0072B2" } };
  const data = [{ ...marks, x: values.map(String), y: values }];
  const svg = figureSvg({ data, layout }, { title: "Speed-up", id: "p" }).source;
  const labels = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*text-anchor="end"[^>]*>([\d.]+)</g)];
  const [, line] = /M[\d.]+ ([\d.]+)H[\d.]+" stroke="[^"]*" stroke-dasharray/.exec(svg) ?? [];
  return {
    ticks: labels.map(([, y, text]) => ({ at: Number(y) - 4, value: Number(text) })),
    line: Number(line),
  };
}

for (const [type, values] of [["linear", [0.5, 0.8]], ["log", [2, 60]], ["log", [0.01, 0.3]]] as const) {
  Deno.test(`the line of no difference stands at 1 of a ${type} axis with values ${values.join(" and ")}`, () => {
    const { ticks: [low, ...others], line } = heights(type, values, {});
    const high = others.at(-1);
    assert.ok(low && high);
    const place = type === "log" ? Math.log : Number;
    const share = (place(1) - place(low.value)) / (place(high.value) - place(low.value));
    assert.ok(
      Math.abs(low.at + share * (high.at - low.at) - line) < 0.5,
      `${line} of ${low.at} to ${high.at}`,
    );
  });
}

Deno.test("a tick at 1 stands apart from the least value, where that is greater", () => {
  const { ticks } = heights("log", [5, 150], { tickvals: [1, 10, 100], ticktext: ["1", "10", "100"] });
  const [one, ten, hundred] = ticks.map(({ at }) => at);
  assert.ok(one !== undefined && ten !== undefined && hundred !== undefined);
  assert.ok(Math.abs(one - ten - (ten - hundred)) < 0.5, `${one}, ${ten}, ${hundred}`);
});
