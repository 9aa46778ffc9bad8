/**
 * Sessions as a table, the latest first.
 *
 * @module
 */
import type { SessionEntry } from "../history/session_history.ts";
import { lostText } from "../lost_cells.ts";
import { deviceLabel } from "../history/track.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatDate, formatSeconds } from "../../platform/text/time.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import { renderTable } from "../report/tables/table.ts";
import { devicePage } from "./address.ts";

/**
 * Renders sessions as a table; `reports` are links to the sessions' own reports, empty where there is none.
 */
export function renderSessions(
  sessions: readonly SessionEntry[],
  reports: readonly string[],
  limit: number,
): Markup {
  const rows = sessions.map(({ document, rows, lost }, i): Content[] => [
    reports[i]
      ? html`<a class="whole" href="${reports[i]}">${document.session}</a>`
      : html`<span class="whole">${document.session}</span>`,
    html`<span class="whole">${formatDate(document.created)}</span>`,
    html`<a href="${devicePage(deviceLabel(document))}">${deviceLabel(document)}</a>`,
    document.profile,
    formatNumber(rows),
    document.calibration ? formatShare(document.calibration.smallestDifference) : "",
    formatSeconds(document.seconds),
    [document.finished ? "finished" : "not finished", lostText(lost)].filter(Boolean).join(", "),
  ]);
  return renderTable({
    caption: "Sessions, the latest first; a name opens the session's own report. Times are UTC.",
    columns: [
      { heading: "Session" },
      { heading: "Started" },
      { heading: "Device" },
      { heading: "Profile" },
      { heading: "Rows", kind: "number" },
      { heading: "Sees differences above", kind: "number" },
      { heading: "Took" },
      { heading: "State" },
    ],
    rows: rows.reverse(),
    limit,
    file: "the pages of the devices",
    stacks: true,
  });
}
