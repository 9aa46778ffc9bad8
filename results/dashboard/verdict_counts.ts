/**
 * Verdict counts of papers, one line for each device and profile: each claim as the latest session that asked
 * it there judged it.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { SessionEntry } from "../history/session_history.ts";
import { trackKey, trackLabel } from "../history/track.ts";
import { html, type Markup } from "../report/markup.ts";
import { renderTable } from "../report/tables/table.ts";
import { verdictColumns } from "../report/tables/verdict_columns.ts";
import type { ClaimRow } from "../row.ts";
import { scorecard } from "../verdicts/scorecard.ts";
import { paperPage } from "./address.ts";

/** Claims of a paper as the sessions of one device and profile judged them. */
export interface JudgedPaper {
  /** Paper id. */
  readonly paper: string;
  /** Latest session that judged a claim of the paper. */
  readonly entry: SessionEntry;
  /** Claims that this session lists, each as the latest session that asked it judged it. */
  readonly claims: readonly ClaimRow[];
}

/** Whether a session judged a paper: one whose claims are all not run was not part of the session. */
function judged(claims: readonly ClaimRow[]): boolean {
  return claims.some(({ verdict }) => verdict !== "not-run");
}

/**
 * The latest judgements of each paper on each device and profile; papers in the order of their first
 * appearance. A session that ran a part of a paper leaves the other claims as they were judged before.
 */
export function latestJudgements(sessions: readonly SessionEntry[]): JudgedPaper[] {
  const latest = new Map<string, Map<string, JudgedPaper>>();
  for (const entry of sessions) {
    for (const [paper, claims] of groupBy(entry.claims, (claim) => claim.paper)) {
      const tracks = latest.get(paper) ?? new Map<string, JudgedPaper>();
      latest.set(paper, tracks);
      if (!judged(claims)) continue;
      const track = trackKey(entry.document);
      const asked = tracks.get(track)?.claims.filter(({ verdict }) => verdict !== "not-run") ?? [];
      const before = new Map(asked.map((claim) => [claim.claim_id, claim]));
      const current = claims.map((claim) =>
        claim.verdict === "not-run" ? before.get(claim.claim_id) ?? claim : claim
      );
      tracks.set(track, { paper, entry, claims: current });
    }
  }
  return [...latest.values()].flatMap((tracks) => [...tracks.values()]);
}

/** Renders verdict counts, a table for each device and profile. */
export function renderVerdictCounts(papers: readonly JudgedPaper[], limit: number): Markup {
  const tracks = groupBy(papers, ({ entry }) => trackLabel(entry.document));
  return html`${[...tracks].map(([track, own]) => trackTable(track, own, limit))}`;
}

function trackTable(track: string, papers: readonly JudgedPaper[], limit: number): Markup {
  return renderTable({
    caption:
      `${track}: claims by verdict, losses first, each as the latest session that asked it judged it. No column adds kinds of evidence up.`,
    ...verdictColumns(
      papers.flatMap(({ claims }) => scorecard(claims, [])),
      (paper) => html`<a class="whole" href="${paperPage(paper)}">${paper}</a>`,
    ),
    limit,
    file: "claims.csv of the sessions",
  });
}
