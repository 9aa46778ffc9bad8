/**
 * First page of the site: each paper's verdicts over time and its suites' best ratios as pictures, then the
 * latest steps, the devices and the latest sessions.
 *
 * @module
 */
import { basename } from "node:path";
import { groupBy } from "../../platform/lists/group_by.ts";
import { latestFirst } from "../history/changes.ts";
import type { SessionHistory } from "../history/session_history.ts";
import type { UnreadableSession } from "../history/session_list.ts";
import { deviceLabel } from "../history/track.ts";
import { type Content, html } from "../report/markup.ts";
import { intervalText } from "../report/interval_text.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatDate } from "../../platform/text/time.ts";
import { renderTable } from "../report/tables/table.ts";
import type { Row } from "../row.ts";
import { devicePage, paperPage, suitePage } from "./address.ts";
import { renderChanges, type SuiteChange } from "./change_table.ts";
import { headlinesOf, type ProfileHeadlines } from "./headline.ts";
import { renderHeadlines } from "./headline_pictures.ts";
import { renderSessions } from "./session_table.ts";
import { renderFolded, renderSitePage } from "./site_page.ts";
import { latestJudgements, renderVerdictCounts } from "./verdict_counts.ts";
import { judgedTracks, renderRules, renderVerdictKey, renderVerdictTrack } from "./verdict_strip.ts";

/** Greatest number of rows in tables that grow with the sessions; the other pages list all. */
const LATEST = 20;
/** Greatest numbers of suites, devices and verdict lines, which keep the page below 1 MB. */
const MOST_LISTED = 500;

/** Greatest number of sessions in a strip; the page of the paper draws more. */
const MOST_DRAWN = 60;

/** All steps, the latest first. */
export function allChanges({ suites }: SessionHistory): SuiteChange[] {
  return suites.flatMap((history) => history.changes.map((change) => ({ history, change })))
    .sort((a, b) => latestFirst(a.change, b.change));
}

/** Renders the verdicts over time on every device. */
function renderVerdicts({ sessions }: SessionHistory, reports: readonly string[]): Content {
  const tracks = judgedTracks(sessions, reports);
  if (tracks.length === 0) return html`<p>No claim was judged in any session.</p>`;
  return html`
    <p>Each bar is a session, made of the paper's claims by verdict; a bar opens the session's report. The
      numbers in words give each claim the verdict of the latest session that asked it.</p>
    ${renderRules(sessions, tracks, MOST_DRAWN)}
    ${renderVerdictKey(tracks)}
    <div class="panels">${tracks.map((track) => renderVerdictTrack(track, MOST_DRAWN))}</div>
    ${renderFolded(
      "Table: claims by paper, verdict and kind of evidence",
      renderVerdictCounts(
        latestJudgements(sessions),
        MOST_LISTED,
      ),
    )}
  `;
}

/** Renders the headlines of one profile, a row of cards a paper. */
function renderProfile(own: ProfileHeadlines): Content {
  const papers = groupBy(own.headlines, ({ history }) => history.suite.paper);
  return [...papers].map(([paper, headlines]) =>
    html`<h3><a href="${
      paperPage(paper)
    }">${paper}</a> <span class="quiet">profile ${own.profile}</span></h3>${
      renderHeadlines({ ...own, headlines })
    }`
  );
}

/** Latest rows of all series of a profile's headlines. */
function headsOf({ headlines }: ProfileHeadlines): readonly Row[] {
  return headlines.flatMap(({ series }) => series.map(({ head }) => head));
}

/** Renders the headlines of all suites; profiles with fewer sessions are folded. */
function renderRatios({ sessions, suites }: SessionHistory): Content {
  const profiles = headlinesOf(suites, sessions), [main, ...others] = profiles;
  const intervals = intervalText(profiles.flatMap(headsOf));
  if (main === undefined) return html`<p>No suite has measured a ratio.</p>`;
  return html`
    <p>Of each suite the cell with the best ratio to its baseline in the latest session${intervals &&
      `, with ${intervals}`}. A triangle in the colour of the text marks a step; a hollow one is not confirmed yet. A name
    opens every number of the suite.</p>
    ${renderProfile(main)}${others.map((own) =>
      renderFolded(`Profile ${own.profile}: ${counted(own.headlines.length, "suite")}`, renderProfile(own))
    )}
  `;
}

function renderSuites({ suites }: SessionHistory): Content {
  return renderTable({
    caption: "Suites.",
    columns: [
      { heading: "Suite" },
      { heading: "Paper" },
      { heading: "Question", kind: "wide" },
      { heading: "Numbers over time", kind: "number" },
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
  const devices = groupBy(sessions.toReversed(), ({ document }) => deviceLabel(document));
  return renderTable({
    caption: "Devices that sessions ran on, that of the latest session first.",
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
      formatDate(own[0].document.created),
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
  }</ul>${
    failures.length > LATEST &&
    html`<p>${counted(failures.length - LATEST, "more is", "more are")} not listed.</p>`
  }</div>`;
}

/** Sentence on confirmed steps, regressions first. */
function stepText(changes: readonly SuiteChange[]): string {
  const confirmed = changes.filter(({ change }) => change.confirmed !== undefined);
  const texts = (["regression", "improvement", "change"] as const).flatMap((kind) => {
    const count = confirmed.filter(({ change }) => change.kind === kind).length;
    return count === 0 ? [] : [counted(count, kind)];
  });
  return texts.length === 0 ? "No confirmed change." : `Confirmed: ${texts.join(", ")}.`;
}

/** Renders the first page of the site. */
export function renderIndex(history: SessionHistory, reports: readonly string[]): string {
  const { sessions, unreadable, incomplete } = history;
  const changes = allChanges(history);
  const latest = sessions.at(-1)?.document;
  const devices = new Set(sessions.map(({ document }) => deviceLabel(document))).size;
  const body = html`
    ${renderFailures("was left out", "were left out", unreadable)}${renderFailures(
      "is shown without a part",
      "are shown without a part",
      incomplete,
    )}
    <nav aria-label="Parts of this page">
      <ul>
        <li><a href="#papers">Verdicts</a><a href="#ratios">Best ratios</a><a href="#changes">Changes</a><a
    href="#suites">Suites</a><a href="#devices">Devices</a><a href="#sessions">Sessions</a><a
    href="capability.html">What runs where</a></li>
      </ul>
    </nav>
    <section aria-labelledby="papers"><h2 id="papers">Did the papers reproduce?</h2>
    ${renderVerdicts(history, reports)}</section>
    <section aria-labelledby="ratios"><h2 id="ratios">Best ratio of each suite</h2>
    ${renderRatios(history)}</section>
    <section aria-labelledby="changes"><h2 id="changes">Latest changes</h2>
    ${renderChanges(changes.slice(0, LATEST), sessions, LATEST)}${changes.length > LATEST &&
      html`<p class="quiet">${
        counted(changes.length - LATEST, "earlier one is", "earlier ones are")
      } on the pages of the suites.</p>`}</section>
    <section aria-labelledby="suites">
      <h2 id="suites">Suites</h2>
      ${renderFolded(
        "Table: every suite with its question",
        renderSuites(
          history,
        ),
      )}
      <p><a href="capability.html">Which kernel runs where, on what</a>: every kernel, adapter and dataset, with reasons.</p>
    </section>
    <section aria-labelledby="devices"><h2 id="devices">Devices</h2>
    ${renderDevices(history)}</section>
    <section aria-labelledby="sessions"><h2 id="sessions">Latest sessions</h2>
    ${renderSessions(sessions.slice(-LATEST), reports.slice(-LATEST), LATEST)}</section>
  `;
  return renderSitePage({
    title: "Dashboard",
    lead: latest
      ? `${counted(sessions.length, "session")} on ${
        counted(devices, "device")
      }, the latest ${latest.session} of ${formatDate(latest.created)} UTC. ${stepText(changes)}`
      : "No session lies in this folder yet.",
    trail: [],
    body,
  });
}
