/** @module */
import assert from "node:assert/strict";
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
