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
import type { ClaimRow, Verdict } from "../row.ts";
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
  /** Stored verdicts by claim, of those claims that are judged anew with another verdict. */
  readonly changed: ReadonlyMap<string, Verdict>;
}

/** Whether a session asked a claim: rules of its day may have decided what those of today cannot. */
export function isAsked({ claim_id, verdict }: ClaimRow, { then }: Pick<SessionEntry, "then">): boolean {
  return verdict !== "not-run" || (then?.get(claim_id) ?? "not-run") !== "not-run";
}

/**
 * The latest judgements of each paper on each device and profile; papers in the order of their first
 * appearance, devices with the latest first. A session that ran a part of a paper leaves the other claims as
 * they were judged before.
 */
export function latestJudgements(sessions: readonly SessionEntry[]): JudgedPaper[] {
  const latest = new Map<string, Map<string, JudgedPaper>>();
  for (const entry of sessions) {
    for (const [paper, claims] of groupBy(entry.claims, (claim) => claim.paper)) {
      const tracks = latest.get(paper) ?? new Map<string, JudgedPaper>();
      latest.set(paper, tracks);
      // A paper of whose claims none was asked was not part of the session.
      if (!claims.some((claim) => isAsked(claim, entry))) continue;
      const track = trackKey(entry.document), earlier = tracks.get(track);
      const changed = new Map(earlier?.changed);
      const asked = earlier?.claims.filter((claim) => isAsked(claim, { then: changed })) ?? [];
      const before = new Map(asked.map((claim) => [claim.claim_id, claim]));
      const current = claims.map((claim) => {
        const kept = isAsked(claim, entry) ? undefined : before.get(claim.claim_id);
        if (kept !== undefined) return kept;
        const stored = entry.then?.get(claim.claim_id) ?? claim.verdict;
        if (stored === claim.verdict) changed.delete(claim.claim_id);
        else changed.set(claim.claim_id, stored);
        return claim;
      });
      // The latest goes to the end.
      tracks.delete(track);
      tracks.set(track, { paper, entry, claims: current, changed });
    }
  }
  return [...latest.values()].flatMap((tracks) => [...tracks.values()].reverse());
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
