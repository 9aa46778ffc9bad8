/**
 * Page of a device: its sessions, with the resolution and speed measured in each.
 *
 * @module
 */
import type { SessionEntry } from "../history/session_history.ts";
import { type Content, embedJson, html, type Markup } from "../report/markup.ts";
import { formatNumber, formatShare } from "../report/number.ts";
import { renderTable } from "../report/tables/table.ts";
import { renderSessions } from "./session_table.ts";
import { renderSitePage } from "./site_page.ts";

const MOST_LISTED = 1000;

/** Renders a plot of one number over the sessions, one line a profile. */
function renderPlot(
  id: string,
  title: string,
  points: readonly { readonly created: string; readonly profile: string; readonly value: number }[],
): Markup | false {
  if (points.length < 2) return false;
  const data = [...Map.groupBy(points, ({ profile }) => profile)].map(([profile, own]) => ({
    type: "scatter",
    mode: "lines+markers",
    name: profile.replace(/[&<>]/g, ""),
    x: own.map(({ created }) => created),
    y: own.map(({ value }) => value),
  }));
  const layout = {
    autosize: true,
    height: 300,
    margin: { l: 60, r: 12, t: 34, b: 40 },
    showlegend: data.length > 1,
    legend: { orientation: "h" },
    shapes: [],
    xaxis: { type: "date", automargin: true },
    yaxis: { rangemode: "tozero", automargin: true },
  };
  return html`
    <figure>
      <figcaption><strong>${title}</strong></figcaption>
      <div class="plot short" id="${id}" role="group"
        aria-label="${title}; its numbers are in the table below"></div>
      <script type="application/json" id="${id}-data">${embedJson({ data, layout })}</script>
    </figure>
  `;
}

/** Renders the page of one device, with its sessions and links to their reports. */
export function renderDevicePage(
  device: string,
  sessions: readonly SessionEntry[],
  reports: readonly string[],
): string {
  const calibrated = sessions.flatMap(({ document }) => {
    const { created, profile, calibration } = document;
    return calibration ? [{ created, profile, calibration }] : [];
  });
  const plots = [
    renderPlot(
      "smallest",
      "Smallest difference an A/A run can see (%)",
      calibrated.map(({ calibration, ...rest }) => ({
        ...rest,
        value: 100 * calibration.smallestDifference,
      })),
    ),
    renderPlot(
      "drift",
      "Sentinel kernel, slowest over fastest (\u00d7)",
      calibrated.map(({ calibration, ...rest }) => ({ ...rest, value: calibration.sentinelDrift })),
    ),
    renderPlot(
      "bandwidth",
      "Memory bandwidth, probed (GB/s)",
      calibrated.map(({ calibration, ...rest }) => ({ ...rest, value: calibration.bandwidthGBs })),
    ),
    renderPlot(
      "gflops",
      "Arithmetic, probed (GFLOP/s)",
      calibrated.map(({ calibration, ...rest }) => ({ ...rest, value: calibration.gflops })),
    ),
  ].filter((plot) => plot !== false);
  const environments = sessions.map(({ document }) => document.environment);
  const names = [...new Set(environments.flatMap((environment) => Object.keys(environment)))];
  const body = html`<section aria-labelledby="limits"><h2 id="limits">What it can see and do</h2>
<div class="plots">${plots}</div>${
    renderTable({
      caption: "Calibration of each session, the latest first.",
      columns: [
        { heading: "Session" },
        { heading: "Profile" },
        { heading: "Smallest difference", kind: "number" },
        { heading: "A/A rounds", kind: "number" },
        { heading: "Sentinel drift", kind: "number" },
        { heading: "GB/s", kind: "number" },
        { heading: "GFLOP/s", kind: "number" },
        { heading: "Timer" },
      ],
      rows: sessions.toReversed().map(({ document: { session, profile, calibration } }): Content[] => [
        html`<span class="whole">${session}</span>`,
        profile,
        calibration ? formatShare(calibration.smallestDifference) : "not calibrated",
        calibration ? calibration.aaRounds : "",
        calibration ? `\u00d7 ${formatNumber(calibration.sentinelDrift, 3)}` : "",
        calibration ? formatNumber(calibration.bandwidthGBs, 3) : "",
        calibration ? formatNumber(calibration.gflops, 3) : "",
        calibration?.timer ?? "",
      ]),
      limit: MOST_LISTED,
      file: "session.json of each session",
    })
  }</section>
<section aria-labelledby="environment"><h2 id="environment">Environment</h2>${
    renderTable({
      caption: "As the latest session found it, with the number of values that the sessions had.",
      columns: [{ heading: "Name" }, { heading: "Latest", kind: "wide" }, {
        heading: "Values",
        kind: "number",
      }],
      rows: names.map((name): Content[] => [
        name,
        environments[environments.length - 1][name] ?? "",
        new Set(environments.map((environment) => environment[name])).size,
      ]),
      limit: MOST_LISTED,
      file: "session.json",
    })
  }</section>
<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>${
    renderSessions(sessions, reports, MOST_LISTED)
  }</section>`;
  return renderSitePage({
    title: device,
    lead: `${sessions.length} ${sessions.length === 1 ? "session" : "sessions"}.`,
    trail: [["Dashboard", "index.html"]],
    body,
    scripts: plots.length > 0 ? ["assets/plotly.js", "assets/draw_plots.js"] : [],
  });
}
