/**
 * Page of a paper: its suites, and its claims on each device with the time since when each verdict holds.
 *
 * @module
 */
import type { SessionEntry, SessionHistory } from "../history/session_history.ts";
import { trackKey, trackLabel } from "../history/track.ts";
import { foldedEvidence } from "../report/tables/evidence_text.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { renderTable } from "../report/tables/table.ts";
import { verdictBadge, verdictText } from "../report/claims/verdict_badge.ts";
import type { Verdict } from "../row.ts";
import { lossesFirst } from "../verdicts/scorecard.ts";
import { suitePage } from "./address.ts";
import { renderChanges } from "./change_table.ts";
import { headlinesOf } from "./headline.ts";
import { renderHeadlines } from "./headline_pictures.ts";
import { allChanges } from "./index_page.ts";
import { renderFolded, renderSitePage } from "./site_page.ts";
import { type JudgedPaper, latestJudgements, renderVerdictCounts } from "./verdict_counts.ts";
import { judgedTracks, renderRules, renderVerdictKey, renderVerdictTrack } from "./verdict_strip.ts";

const MOST_LISTED = 500;

/** First session, by claim, since which every session that judged the claim came to its present verdict. */
function standing(judged: JudgedPaper, sessions: readonly SessionEntry[]): Map<string, string> {
  const track = trackKey(judged.entry.document);
  const since = new Map<string, string>();
  const wanted = new Map(judged.claims.map(({ claim_id, verdict }) => [claim_id, verdict]));
  const open = new Set(wanted.keys());
  for (const { document, claims } of sessions.toReversed()) {
    if (trackKey(document) !== track || open.size === 0) continue;
    for (const { claim_id, verdict, paper } of claims) {
      if (paper !== judged.paper || !open.has(claim_id)) continue;
      // A session that did not run the claim's suite says nothing about it.
      if (verdict === wanted.get(claim_id)) since.set(claim_id, document.session);
      else if (verdict !== "not-run") open.delete(claim_id);
    }
  }
  return since;
}

/** Renders the verdict of the session's day where the present one is another. */
function renderThen(then: Verdict | undefined): Content {
  return then !== undefined &&
    html`<span class="reason">by the rules of its day: ${verdictText(then)}</span>`;
}

/** Renders the session behind a verdict, and since which one the verdict stands. */
function renderStanding(session: string, since: string | undefined): Content {
  return html`${session}${
    since !== undefined && since !== session && html`<span class="reason">the same since ${since}</span>`
  }`;
}

function renderClaims(judged: JudgedPaper, sessions: readonly SessionEntry[]): Markup {
  const since = standing(judged, sessions), { changed } = judged;
  const run = lossesFirst(judged.claims).filter(({ verdict }) => verdict !== "not-run");
  const rest = judged.claims.length - run.length;
  return html`${
    renderTable({
      caption:
        "Claims as the latest session that asked them judged them, losses first. Brackets hold intervals.",
      columns: [
        { heading: "Claim", kind: "wide" },
        { heading: "Verdict" },
        { heading: "Evidence", kind: "evidence" },
        { heading: "Session" },
      ],
      rows: run.map((claim): Content[] => [
        html`${claim.statement} <span class="quiet">${claim.artifact} &middot; <code>${claim.claim_id}</code></span>`,
        html`${verdictBadge(claim.verdict)}${renderThen(changed.get(claim.claim_id))}`,
        foldedEvidence([claim.evidence, claim.reason].filter(Boolean).join("; ")),
        renderStanding(claim.session, since.get(claim.claim_id)),
      ]),
      limit: MOST_LISTED,
      file: "claims.csv of the session",
      stacks: true,
    })
  }${rest > 0 && html`<p class="quiet">${counted(rest, "claim was", "claims were")} not run.</p>`}`;
}

/** Renders the claims on a device; those of the device of the latest session stand unfolded. */
function renderDevice(judged: JudgedPaper, sessions: readonly SessionEntry[], isLatest: boolean): Markup {
  const label = trackLabel(judged.entry.document), claims = renderClaims(judged, sessions);
  return isLatest ? html`<h3>${label}</h3>${claims}` : renderFolded(`Claims on ${label}`, claims);
}

/** Renders the page of one paper. */
export function renderPaperPage(paper: string, history: SessionHistory, reports: readonly string[]): string {
  const { sessions, suites } = history;
  const text = sessions.toReversed().flatMap(({ document }) => document.papers).find(({ id }) =>
    id === paper
  );
  const judged = latestJudgements(sessions).filter((each) => each.paper === paper);
  const own = suites.filter(({ suite }) => suite.paper === paper);
  const profiles = headlinesOf(own, sessions), tracks = judgedTracks(sessions, reports, paper);
  const changes = allChanges(history).filter(({ history }) => history.suite.paper === paper);
  const body = html`
    ${text &&
      html`<p class="quiet">${text.reference}${
        text.hardware && ` Measured by its authors on ${text.hardware}.`
      }</p>`}
    <section aria-labelledby="verdicts"><h2 id="verdicts">Did it reproduce?</h2>${judged.length === 0
      ? html`<p>No claim of it was judged in any session.</p>`
      : html`
        ${renderRules(sessions, tracks, MOST_LISTED)}${renderVerdictKey(tracks)}<div
          class="panels">${tracks.map((track) => renderVerdictTrack(track, MOST_LISTED))}</div>${renderFolded(
            "Table: claims by verdict and kind of evidence",
            renderVerdictCounts(
              judged,
              MOST_LISTED,
            ),
          )}${judged.map((each, i) => renderDevice(each, sessions, i === 0))}
      `}</section>
    <section aria-labelledby="suites">
      <h2 id="suites">Suites</h2>
      ${profiles.length > 0 &&
        html`<p>Best ratio of each suite to its baseline over the sessions.</p>`}${profiles.map((each) =>
          html`<h3>Profile ${each.profile}</h3>${renderHeadlines(each)}`
        )}
      <ul>${own.map(({ suite, series, changes }) =>
        html`<li><a href="${suitePage(suite.id)}">${suite.artifact}: ${suite.title}</a> <span class="quiet">${
          counted(series.length, "number")
        }, ${counted(changes.length, "step")}</span></li>`
      )}</ul>
    </section>
    <section aria-labelledby="changes"><h2 id="changes">Changes</h2>${renderChanges(
      changes,
      sessions,
      100,
    )}</section>
  `;
  return renderSitePage({
    title: text ? `${paper}: ${text.title}` : paper,
    lead: "All sessions of this paper.",
    trail: [["Dashboard", "index.html"]],
    body,
  });
}
