/**
 * A plot on the page: the place where it is drawn, its data, and its numbers in a table for those who see no plot.
 *
 * @module
 */
import { embedJson, html, type Markup } from "./markup.ts";
import { formatInterval, formatNumber, formatUnit } from "./number.ts";
import type { Plot } from "./plot.ts";
import { renderTable } from "./table.ts";

function renderPlot(plot: Plot, limit: number): Markup {
  const unit = formatUnit(plot.metric.unit);
  const joined = plot.points.some((point) => point.published);
  return html`<figure>
<figcaption><strong>${plot.title}</strong> <span class="quiet">${plot.caption}</span></figcaption>
<div class="plot" id="${plot.id}" role="img" aria-label="${plot.title}; its numbers are in the table below"></div>
<script type="application/json" id="${plot.id}-data">${embedJson(plot.figure)}</script>
<noscript><p class="quiet">The plot needs JavaScript. Its numbers are in the table below.</p></noscript>
${plot.absent.length > 0 && html`<p class="quiet">Not drawn: ${plot.absent.slice(0, limit).join("; ")}.</p>`}
<details><summary>Numbers of this plot</summary>${
    renderTable({
      caption: `${plot.title}${unit && `, in ${unit}`}`,
      columns: [
        { heading: plot.xTitle },
        { heading: "Series" },
        { heading: `Median${unit && ` (${unit})`}`, kind: "number" },
        { heading: "95 % interval", kind: "number" },
        { heading: "n", kind: "number" },
        ...(joined ? [{ heading: "Published", kind: "number" as const }, { heading: "Published row" }] : []),
      ],
      rows: plot.points.map(({ x, series, row, published }) => [
        x,
        series,
        formatNumber(row.median),
        formatInterval(row.ci_lo, row.ci_hi),
        row.n,
        ...(joined ? [formatNumber(published?.value), published?.id] : []),
      ]),
      limit,
      file: "rows.csv",
    })
  }</details>
</figure>`;
}

/** The plots of a suite, side by side where there is room. */
export function renderPlots(plots: readonly Plot[], limit: number): Markup {
  if (plots.length === 0) return html``;
  return html`<div class="plots">${plots.map((plot) => renderPlot(plot, limit))}</div>`;
}
