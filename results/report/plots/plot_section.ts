/**
 * Plots on the page: the place where a plot is drawn, its data, a still picture for readers without scripts,
 * and a table of its numbers.
 *
 * @module
 */
import { figureSvg, PAGE } from "../../pictures/svg_figure.ts";
import { embedJson, html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import type { Plot } from "./plot.ts";
import { renderTable } from "../tables/table.ts";

function renderPlot(plot: Plot, limit: number): Markup {
  const { id, title, caption, sentences = [], figure, numbers, absent } = plot;
  return html`<figure>
<figcaption><strong>${title}</strong> <span class="quiet">${caption}</span></figcaption>
<div class="plot" id="${id}" role="group" aria-label="${title}; its numbers are in the table below"></div>
<script type="application/json" id="${id}-data">${embedJson(figure)}</script>
<noscript><div class="picture" role="group" aria-label="${title}, as a picture" tabindex="0">${
    figureSvg(figure, { title, id: `${id}-still`, theme: PAGE })
  }</div></noscript>
${
    sentences.length > 0 &&
    html`<ul class="sentences">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
  }${
    absent.length > 0 && html`
      <details>
        <summary>Not drawn: ${counted(absent.length, "kind")} of values</summary>
        <p>${absent.slice(0, limit).join("; ")}.</p>
      </details>
    `
  }
<details><summary>Numbers of this plot</summary>${
    renderTable({ ...numbers, limit, file: "rows.csv" })
  }</details>
</figure>`;
}

/** Renders the plots of a suite, side by side where there is room. */
export function renderPlots(plots: readonly Plot[], limit: number): Markup {
  if (plots.length === 0) return html``;
  return html`<div class="plots">${plots.map((plot) => renderPlot(plot, limit))}</div>`;
}
