/**
 * Page of the capability matrix: kernel x adapter x dataset, with reasons.
 *
 * @module
 */
import type { SessionHistory } from "../history/session_history.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { renderTable } from "../report/tables/table.ts";
import type { Status } from "../row.ts";
import { pointLink, suitePage } from "./address.ts";
import {
  type CapabilityCell,
  type CapabilityLine,
  capabilityMatrix,
  WORST_FIRST,
} from "./capability_matrix.ts";
import { renderSitePage } from "./site_page.ts";

/** Greatest number of lines on the page; more would be slow on a telephone. */
const MOST_LISTED = 3000;

function renderCell(cell: CapabilityCell | undefined, suite: string): Markup {
  if (cell === undefined) return html`<td class="quiet">not tried</td>`;
  const { status, reason, cells, series, session } = cell;
  const style = status === "ok" ? "good" : status === "skipped" ? "open" : "bad";
  return html`<td><a class="verdict ${style}" href="${pointLink(suite, series.id, session)}">${status}</a>${
    cells > 1 && html`
      <span class="quiet">${cells} cells</span>
    `
  }${reason && html`<span class="reason">${reason}</span>`}</td>`;
}

function options(values: readonly string[]): Content {
  return [...new Set(values)].sort().map((value) =>
    html`<option value="${value}">${value || "none"}</option>`
  );
}

function renderFilter(name: string, label: string, values: readonly string[]): Markup {
  return html`<label>${label}<select name="${name}" autocomplete="off"><option value="*">all</option>${
    options(values)
  }</select></label>`;
}

function renderLine(line: CapabilityLine, devices: readonly string[]): Markup {
  const { suite, kernel, dataset } = line;
  const statuses = new Set([...line.devices.values()].map(({ status }) => status));
  return html`
    <tr data-suite="${suite}" data-kernel="${kernel}" data-dataset="${dataset}"
      data-status="${[...statuses].join(" ")}"><th scope="row">${kernel} <a class="quiet" href="${suitePage(
        suite,
      )}">${suite}</a></th><td>${dataset || "none"}</td>${devices.map((device) =>
        renderCell(line.devices.get(device), suite)
      )}</tr>
  `;
}

/** Number of lines by status on every device. */
function renderSummary(devices: readonly string[], lines: readonly CapabilityLine[]): Markup {
  return renderTable({
    caption: "Lines by status, on each device.",
    columns: [
      { heading: "Device" },
      ...[...WORST_FIRST, "not tried"].map((heading) => ({ heading, kind: "number" as const })),
    ],
    rows: devices.map((device): Content[] => {
      const own = lines.flatMap((line) => line.devices.get(device) ?? []);
      const count = (status: Status) => own.filter((cell) => cell.status === status).length;
      return [device, ...WORST_FIRST.map(count), lines.length - own.length];
    }),
    limit: MOST_LISTED,
    file: "the sessions",
    stacks: true,
  });
}

/** Renders the page of the capability matrix. */
export function renderCapabilityPage(history: SessionHistory): string {
  const { devices, lines } = capabilityMatrix(history);
  const shown = lines.slice(0, MOST_LISTED);
  const body = html`
    <p>What the latest session of each device found, what did not run first: a skip has a reason, and every mark leads to what is
    behind it. Where a suite compares no kernels, the line names what it compares.</p>
    ${renderSummary(devices, lines)}
    <form class="filters" id="table-filters" aria-label="Filters"
      hidden>${renderFilter("suite", "Suite", shown.map(({ suite }) => suite))}${renderFilter(
        "kernel",
        "Kernel or contender",
        shown.map(({ kernel }) => kernel),
      )}${renderFilter("dataset", "Dataset", shown.map(({ dataset }) => dataset))}${renderFilter(
        "status",
        "Status",
        ["ok", "skipped", "oom", "failed", "wrong"],
      )}</form>
    <p class="quiet" id="shown" role="status"></p>
    <div class="scroll" role="region" aria-label="Capability matrix" tabindex="0">
      <table id="filtered">
        <caption><span>Kernel by
    adapter and dataset.</span></caption>
        <thead>
          <tr><th scope="col">Kernel</th><th scope="col">Dataset</th>${devices.map((device) =>
            html`<th scope="col">${device}</th>`
          )}</tr>
        </thead>
        <tbody>${shown.map((line) => renderLine(line, devices))}</tbody>
      </table>
    </div>${lines.length > shown.length &&
      html`<p class="quiet">${
        counted(lines.length - shown.length, "more line is", "more lines are")
      } on the pages of the suites.</p>`}
  `;
  return renderSitePage({
    title: "What runs where",
    lead: "Which kernel runs on which adapter, on which dataset.",
    trail: [["Dashboard", "index.html"]],
    body,
    scripts: ["assets/filter_table.js"],
  });
}
