/**
 * Page of a suite: every number over the sessions with its interval and steps, and an explanation of each
 * point.
 *
 * @module
 */
import { lastOf } from "../../platform/lists/non_empty.ts";
import type { HistorySeries } from "../history/series.ts";
import type { SessionEntry, SuiteHistory } from "../history/session_history.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { trackKey, trackLabel } from "../history/track.ts";
import { intervalText } from "../report/interval_text.ts";
import { formatInterval, formatNumber } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { contenderLabel, metricLabel } from "../report/suite_label.ts";
import { foldedRemark } from "../report/tables/folded_text.ts";
import { renderTable } from "../report/tables/table.ts";
import type { SuiteText } from "../store/session_document.ts";
import { paperPage, pointLink, suiteChunk } from "./address.ts";
import { headlinesOf } from "./headline.ts";
import { renderHeadlines } from "./headline_pictures.ts";
import { renderChanges } from "./change_table.ts";
import { renderSitePage } from "./site_page.ts";

/** Greatest number of steps and latest values that the page lists without a script. */
const MOST_LISTED = 200;

/** Renders empty filters; a script fills in the choices. */
function renderFilters(): Markup {
  const select = (name: string, label: string) =>
    html`<label>${label}<select name="${name}" autocomplete="off"></select></label>`;
  return html`
    <form class="filters" id="filters" aria-label="Filters"
      hidden>${select("track", "Device and profile")}${select("metric", "Metric")}${select(
        "dataset",
        "Dataset",
      )}${select("kernel", "Kernel or contender")}</form>
  `;
}

/** Dataset as loaded, and the workload unless that only repeats its name. */
function workloadText(dataset: string, workload: string): string {
  const [plain] = dataset.split("@");
  return [dataset, workload === dataset || workload === plain ? "" : workload].filter(Boolean).join(
    " \u00b7 ",
  );
}

function renderLatest(
  suite: SuiteText,
  series: readonly HistorySeries[],
  sessions: readonly SessionEntry[],
): Markup {
  const track = new Map(sessions.map(({ document }) => [trackKey(document), trackLabel(document)]));
  const rank = new Map(suite.metrics.map(({ id }, i) => [id, i]));
  const last = new Map(sessions.map(({ document }, i) => [trackKey(document), i]));
  // The device of the latest session comes first, since of many only the first are listed.
  const shown = series.filter(({ head }) => rank.has(head.metric))
    .toSorted((a, b) =>
      rank.get(a.head.metric)! - rank.get(b.head.metric)! || last.get(b.track)! - last.get(a.track)!
    );
  return renderTable({
    caption: "The latest value of each history; of n below 5 the interval is the range.",
    columns: [
      { heading: "Value" },
      { heading: "Workload" },
      { heading: "Metric" },
      { heading: "Device and profile" },
      { heading: "Latest", kind: "number" },
      { heading: "95 % interval", kind: "number" },
      { heading: "n", kind: "number" },
      { heading: "Sessions", kind: "number" },
      { heading: "Status" },
    ],
    rows: shown.map(({ id, track: key, head, workload, sessions: own }): Content[] => {
      return [
        html`<a href="${pointLink(suite.id, id, lastOf(own))}">${contenderLabel(suite, head.contender)}</a>`,
        workloadText(head.dataset, workload),
        metricLabel(suite, head.metric),
        track.get(key),
        head.median === undefined ? "" : `${formatNumber(head.median)} ${formatUnit(head.unit)}`.trim(),
        formatInterval(head.ci_lo, head.ci_hi),
        head.n,
        own.length,
        head.status === "ok" ? "ok" : foldedRemark(`${head.status}: ${head.reason}`),
      ];
    }),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
    stacks: true,
  });
}

/** Renders the page of one suite. */
export function renderSuitePage(history: SuiteHistory, sessions: readonly SessionEntry[]): string {
  const { suite, series, changes } = history;
  const profiles = headlinesOf([history], sessions);
  const body = html`
    <p class="question">${suite.question}</p>
    ${profiles.length > 0 &&
      html`<section aria-labelledby="best"><h2 id="best">Best ratio</h2>${
        profiles.map((each) => html`<h3>Profile ${each.profile}</h3>${renderHeadlines(each)}`)
      }</section>`}
    <section aria-labelledby="history"><h2 id="history">History</h2>
    <noscript><p class="notice">The plots need JavaScript; the steps and the latest values below do not.</p></noscript>
    ${renderFilters()}
    <p class="quiet" id="shown" role="status"></p>
    <div class="plots" id="plots"></div>
    <p class="quiet">A point is one session's median; bars and shades are ${intervalText(
      series.map(({ head }) => head),
    ) || "intervals"}. Triangles are steps, hollow ones
    unconfirmed. A point opens what is known about it.</p></section>
    <dialog id="point" aria-labelledby="point-title">
      <h2 id="point-title">What is behind this point</h2>
      <p
        class="buttons"><button type="button" id="older">Older</button><button type="button" id="newer">Newer</button><a
    id="point-report" hidden>Report of the session</a><button type="button" id="close">Close</button></p>
      <pre id="point-text" tabindex="0"></pre>
    </dialog>
    <section aria-labelledby="steps"><h2 id="steps">Steps</h2>${renderChanges(
      changes.map((change) => ({ history, change })),
      sessions,
      MOST_LISTED,
    )}</section>
    <section aria-labelledby="latest"><h2 id="latest">Latest values</h2>${renderLatest(
      suite,
      series,
      sessions,
    )}</section>
    <section aria-labelledby="repeat">
      <h2 id="repeat">Repeat it</h2>
      <pre><code>${suite.command}</code></pre>
    </section>
  `;
  return renderSitePage({
    title: `${suite.artifact}: ${suite.title}`,
    lead: suite.id,
    trail: [["Dashboard", "index.html"], [suite.paper, paperPage(suite.paper)]],
    body,
    scripts: [
      "assets/plotly.js",
      "assets/text.js",
      "assets/explain_point.js",
      "data/sessions.js",
      suiteChunk(suite.id),
      "assets/history_view.js",
    ],
  });
}
