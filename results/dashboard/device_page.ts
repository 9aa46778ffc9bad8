/**
 * Page of a device: its resolution and speed over the sessions, and its best ratios beside other devices.
 *
 * @module
 */
import { environmentText } from "../environment_text.ts";
import { zip } from "../../platform/lists/zip.ts";
import type { SessionHistory } from "../history/session_history.ts";
import { deviceLabel } from "../history/track.ts";
import { aaText } from "../report/aa_text.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import { renderTable } from "../report/tables/table.ts";
import { statedDrift } from "../sentinel.ts";
import type { CalibrationRecord, SessionDocument } from "../store/session_document.ts";
import { renderBeside } from "./beside_devices.ts";
import { renderCalibrations } from "./calibration_pictures.ts";
import { renderSessions } from "./session_table.ts";
import { renderFolded, renderSitePage } from "./site_page.ts";

const MOST_LISTED = 1000;

/** Drift of the sentinel over a session; empty where it was not told. */
function driftOf(calibration: CalibrationRecord | null): string {
  const drift = calibration === null ? undefined : statedDrift(calibration);
  return drift === undefined ? "" : `\u00d7 ${formatNumber(drift, 3)}`;
}

/** Table of the calibration of each session. */
function renderCalibrationTable(sessions: readonly { readonly document: SessionDocument }[]): Markup {
  return renderTable({
    caption: "Calibration of each session, the latest first.",
    columns: [
      { heading: "Session" },
      { heading: "Profile" },
      { heading: "Smallest difference", kind: "number" },
      { heading: "A/A run" },
      { heading: "Sentinel drift", kind: "number" },
      { heading: "GB/s", kind: "number" },
      { heading: "GFLOP/s", kind: "number" },
      { heading: "Timer" },
    ],
    rows: sessions.toReversed().map(({ document: { session, profile, calibration } }): Content[] => [
      html`<span class="whole">${session}</span>`,
      profile,
      calibration ? formatShare(calibration.smallestDifference) : "not calibrated",
      calibration ? aaText(calibration) : "",
      driftOf(calibration),
      calibration ? formatNumber(calibration.bandwidthGBs, 3) : "",
      calibration ? formatNumber(calibration.gflops, 3) : "",
      calibration?.timer ?? "",
    ]),
    limit: MOST_LISTED,
    file: "session.json of each session",
  });
}

/** Table of the environment in the latest session. */
function renderEnvironmentTable(sessions: readonly { readonly document: SessionDocument }[]): Markup {
  const environments = sessions.map(({ document }) => environmentText(document.environment));
  const names = [...new Set(environments.flatMap((environment) => Object.keys(environment)))];
  return renderTable({
    caption: "As the latest session found it, with the number of values that the sessions had.",
    columns: [{ heading: "Name" }, { heading: "Latest", kind: "wide" }, {
      heading: "Values",
      kind: "number",
    }],
    rows: names.map((name): Content[] => [
      name,
      environments.at(-1)?.[name] ?? "",
      new Set(environments.map((environment) => environment[name])).size,
    ]),
    limit: MOST_LISTED,
    file: "session.json",
  });
}

/** Renders the page of one device, with its sessions and links to their reports. */
export function renderDevicePage(
  device: string,
  history: SessionHistory,
  reports: readonly string[],
): string {
  const own = zip(history.sessions, reports).filter(([{ document }]) => deviceLabel(document) === device);
  const sessions = own.map(([entry]) => entry);
  const beside = renderBeside(device, history);
  const body = html`<section aria-labelledby="limits"><h2 id="limits">What it can see and do</h2>
${renderCalibrations(sessions)}${
    renderFolded("Table: calibration of each session", renderCalibrationTable(sessions))
  }</section>${
    beside.length > 0 &&
    html`<section aria-labelledby="beside"><h2 id="beside">Beside other devices</h2>${beside}</section>`
  }
<section aria-labelledby="environment"><h2 id="environment">Environment</h2>${
    renderEnvironmentTable(sessions)
  }</section>
<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>${
    renderSessions(sessions, own.map(([, report]) => report), MOST_LISTED)
  }</section>`;
  return renderSitePage({
    title: device,
    lead: `${counted(sessions.length, "session")}.`,
    trail: [["Dashboard", "index.html"]],
    body,
  });
}
