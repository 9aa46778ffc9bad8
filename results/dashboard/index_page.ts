/**
 * First page of the site: the latest steps, the papers' verdicts, the suites, the devices and the latest
 * sessions.
 *
 * @module
 */
import { basename } from "node:path";
import { latestFirst } from "../history/changes.ts";
import type { SessionHistory } from "../history/session_history.ts";
import type { UnreadableSession } from "../history/session_list.ts";
import { deviceLabel } from "../history/track.ts";
import { type Content, html } from "../report/markup.ts";
import { renderFacts, renderTable } from "../report/tables/table.ts";
import { devicePage, paperPage, suitePage } from "./address.ts";
import { renderChanges, type SuiteChange } from "./change_table.ts";
import { renderSessions, shortDate } from "./session_table.ts";
import { renderSitePage } from "./site_page.ts";
import { latestJudgements, renderVerdictCounts } from "./verdict_counts.ts";

/** Greatest number of rows in tables that grow with the sessions; the other pages list all. */
const LATEST = 20;
/** Greatest numbers of suites, devices and verdict lines, which keep the page below 1 MB. */
const MOST_LISTED = 500;

/** All steps, the latest first. */
export function allChanges({ suites }: SessionHistory): SuiteChange[] {
  return suites.flatMap((history) => history.changes.map((change) => ({ history, change })))
    .sort((a, b) => latestFirst(a.change, b.change));
}

function renderSuites({ suites }: SessionHistory): Content {
  return renderTable({
    caption: "Suites with the histories that they have.",
    columns: [
      { heading: "Suite" },
      { heading: "Paper" },
      { heading: "Question", kind: "wide" },
      { heading: "Histories", kind: "number" },
      { heading: "Steps", kind: "number" },
    ],
    rows: suites.map(({ suite, series, changes }): Content[] => [
      html`<a href="${suitePage(suite.id)}">${suite.artifact}: ${suite.title}</a>`,
      html`<a class="whole" href="${paperPage(suite.paper)}">${suite.paper}</a>`,
      suite.question,
      series.length,
      changes.length,
    ]),
    limit: MOST_LISTED,
    file: "the sessions",
  });
}

function renderDevices({ sessions }: SessionHistory): Content {
  const devices = Map.groupBy(sessions, ({ document }) => deviceLabel(document));
  return renderTable({
    caption: "Devices that sessions ran on.",
    columns: [
      { heading: "Device" },
      { heading: "Sessions", kind: "number" },
      { heading: "Profiles" },
      { heading: "Latest" },
    ],
    rows: [...devices].map(([device, own]): Content[] => [
      html`<a href="${devicePage(device)}">${device}</a>`,
      own.length,
      [...new Set(own.map(({ document }) => document.profile))].join(", "),
      shortDate(own[own.length - 1].document.created),
    ]),
    limit: MOST_LISTED,
    file: "the sessions",
  });
}

/** Renders sessions that could not be read, in whole or in part, each with its reason. */
function renderFailures(one: string, several: string, failures: readonly UnreadableSession[]): Content {
  if (failures.length === 0) return "";
  const sessions = new Set(failures.map(({ folder }) => folder)).size;
  return html`<div class="notice"><p>${sessions} ${
    sessions === 1 ? `session ${one}` : `sessions ${several}`
  }:</p>
    <ul>${
    failures.slice(0, LATEST).map(({ folder, reason }) => html`<li>${basename(folder)}: ${reason}</li>`)
  }</ul>${failures.length > LATEST && html`<p>${failures.length - LATEST} more are not listed.</p>`}</div>`;
}

/** Renders the first page of the site. */
export function renderIndex(history: SessionHistory, reports: readonly string[]): string {
  const { sessions, suites, unreadable, incomplete } = history;
  const changes = allChanges(history);
  const confirmed = changes.filter(({ change }) => change.confirmed !== undefined);
  const count = (kind: string) => confirmed.filter(({ change }) => change.kind === kind).length;
  const latest = sessions.at(-1)?.document;
  const body = html`
    ${renderFacts([
      ["Sessions", sessions.length],
      ["Latest", latest ? `${latest.session}, ${shortDate(latest.created)} UTC` : "none"],
      ["Histories", suites.reduce((sum, { series }) => sum + series.length, 0)],
      ["Confirmed regressions", count("regression")],
      ["Confirmed improvements", count("improvement")],
      ["Other confirmed steps", count("change")],
    ])}${renderFailures("was left out", "were left out", unreadable)}${renderFailures(
      "is shown without a part",
      "are shown without a part",
      incomplete,
    )}
    <nav aria-label="Parts of this page">
      <ul>
        <li><a href="#changes">Changes</a><a href="#papers">Papers</a><a href="#suites">Suites</a><a
    href="#devices">Devices</a><a href="#sessions">Sessions</a><a href="capability.html">Capability matrix</a></li>
      </ul>
    </nav>
    <section aria-labelledby="changes"><h2 id="changes">Latest changes</h2>
    ${renderChanges(changes.slice(0, LATEST), sessions, LATEST)}${changes.length > LATEST &&
      html`<p class="quiet">${
        changes.length - LATEST
      } earlier ones are on the pages of the suites.</p>`}</section>
    <section aria-labelledby="papers"><h2 id="papers">Papers</h2>
    ${renderVerdictCounts(latestJudgements(sessions), MOST_LISTED)}</section>
    <section aria-labelledby="suites"><h2 id="suites">Suites</h2>
    ${renderSuites(history)}
    <p><a href="capability.html">Which kernel runs where, on what</a>: every kernel, adapter and dataset, with reasons.</p></section>
    <section aria-labelledby="devices"><h2 id="devices">Devices</h2>
    ${renderDevices(history)}</section>
    <section aria-labelledby="sessions"><h2 id="sessions">Latest sessions</h2>
    ${renderSessions(sessions.slice(-LATEST), reports.slice(-LATEST), LATEST)}</section>
  `;
  return renderSitePage({
    title: "Dashboard",
    lead: "What the sessions of this folder show together.",
    trail: [],
    body,
  });
}
