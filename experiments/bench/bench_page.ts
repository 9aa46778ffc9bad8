/**
 * The bench as a page beside the session's report, in its style.
 *
 * @module
 */
import { join } from "node:path";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { html } from "../../results/report/markup.ts";
import { renderDocument } from "../../results/report/page.ts";
import { REPORT_FILE } from "../../results/report/foreign_files.ts";
import { renderTable } from "../../results/report/tables/table.ts";
import type { Bench } from "./bench.ts";
import { deviceText, INTERVALS, LINE_HEADINGS, lineCells, remarks } from "./line_cells.ts";

/** Name of the page in a session folder. */
const BENCH_FILE = "bench.html";

/** Columns that do not wrap. */
const NUMBERS: ReadonlySet<string> = new Set(["found", "interval", "roofline", "cells"]);

/** Renders the page: the same bytes for the same bench. */
export function renderBenchPage({ contents: { document }, lines }: Bench): string {
  const body = html`<main id="content">
<header>
<h1>This device beside its peers and its limits</h1>
<p>${deviceText(document.device, document.calibration)}</p>
<p>Ratios are times of the other over times here, geometric means over graphs and widths, of paired rounds. A target
is met where the whole interval reaches it, and missed where none of it does; one for each graph asks this of every
graph. ${INTERVALS}</p>
</header>
${
    renderTable({
      caption: `Lines of session ${document.session}, profile ${document.profile}`,
      columns: LINE_HEADINGS.map((heading) =>
        NUMBERS.has(heading) ? { heading, kind: "number" } : { heading }
      ),
      rows: lines.map(lineCells),
      limit: lines.length,
      file: BENCH_FILE,
      stacks: true,
    })
  }
${remarks(lines).map((remark) => html`<p>${remark}</p>`)}
<p><a href="${REPORT_FILE}">All rows, plots and notes of this session</a></p>
</main>`;
  return renderDocument({ title: `Bench: session ${document.session}`, body, scripts: [] });
}

/** Writes the page into its session's folder and returns the page's path. */
export async function writeBenchPage(bench: Bench): Promise<string> {
  const path = join(bench.summary.paths.session, BENCH_FILE);
  await writeFileDurably(path, renderBenchPage(bench));
  return path;
}
