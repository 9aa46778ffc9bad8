/**
 * Verdicts over time: for each device and profile a row a paper, in it a bar a session, made of the paper's
 * claims by verdict, losses on top.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { SessionEntry } from "../history/session_history.ts";
import { deviceLabel, trackKey, trackLabel } from "../history/track.ts";
import { px } from "../pictures/picture_text.ts";
import { html, type Markup } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatDate } from "../../platform/text/time.ts";
import { verdictStyle, verdictText } from "../report/claims/verdict_badge.ts";
import { type ClaimRow, type Verdict, VERDICTS } from "../row.ts";
import { devicePage, paperPage } from "./address.ts";
import { isAsked, latestJudgements } from "./verdict_counts.ts";

/** Number of claims by verdict. */
type VerdictCounts = ReadonlyMap<Verdict, number>;

/** A session that judged at least one of the papers. */
export interface JudgedSession {
  /** Name and date in words. */
  readonly label: string;
  /** Link to its report, or to the page of its device. */
  readonly link: string;
  /** Verdicts by paper, without those papers that were no part of the session. */
  readonly papers: ReadonlyMap<string, VerdictCounts>;
  /** Whether the rules of this program judged it, not those of its day. */
  readonly anew: boolean;
}

/** Judged sessions of one device and profile, oldest first. */
export interface JudgedTrack {
  /** Device and profile in words. */
  readonly label: string;
  /** The sessions. */
  readonly sessions: readonly JudgedSession[];
  /** Verdicts by paper, each claim as the latest session that asked it judged it. */
  readonly latest: ReadonlyMap<string, VerdictCounts>;
  /** Number of these verdicts that were others by the rules of their day. */
  readonly changed: number;
}

/** Height of a bar, and width of all bars where there are many. */
const HEIGHT = 36, WIDTH = 400;
/** Width of one bar at most. */
const WIDEST = 40;
/** Greatest number of sessions beside whose bars the latest counts stand in words. */
const FEW = 4;
/** Verdicts that say nothing on a claim; words leave them out. */
const UNASKED: readonly Verdict[] = ["out-of-regime", "not-run"];

function countsOf(claims: readonly ClaimRow[]): VerdictCounts {
  return new Map(
    [...groupBy(claims, ({ verdict }) => verdict)].map(([verdict, all]) => [verdict, all.length]),
  );
}

function judgedPapers(entry: SessionEntry): ReadonlyMap<string, VerdictCounts> {
  const byPaper = groupBy(entry.claims, ({ paper }) => paper);
  // A paper of whose claims none was asked was no part of the session.
  const judged = [...byPaper].filter(([, own]) => own.some((claim) => isAsked(claim, entry)));
  return new Map(judged.map(([paper, own]) => [paper, countsOf(own)]));
}

/** Judged sessions by device and profile, the latest first; with `paper`, those that judged it. */
export function judgedTracks(
  sessions: readonly SessionEntry[],
  reports: readonly string[],
  paper?: string,
): JudgedTrack[] {
  const judged = sessions.map((entry, i) => {
    const { document } = entry, all = judgedPapers(entry);
    const papers = paper === undefined ? all : new Map([...all].filter(([id]) => id === paper));
    return {
      document,
      label: `${document.session}, ${formatDate(document.created)}`,
      link: reports[i] || devicePage(deviceLabel(document)),
      papers,
      anew: entry.then !== undefined,
    };
  }).filter(({ papers }) => papers.size > 0);
  const tracks = groupBy(judged.toReversed(), ({ document }) => trackKey(document));
  const judgements = latestJudgements(sessions).filter((each) => paper === undefined || each.paper === paper);
  const latest = groupBy(judgements, ({ entry }) => trackKey(entry.document));
  return [...tracks].map(([track, own]) => ({
    label: trackLabel(own[0].document),
    sessions: own.toReversed(),
    latest: new Map(latest.get(track)?.map(({ paper, claims }) => [paper, countsOf(claims)])),
    changed: latest.get(track)?.reduce((sum, { changed }) => sum + changed.size, 0) ?? 0,
  }));
}

/** Counts in words, losses first: `2 differs, 30 reproduced`. */
function countText(counts: VerdictCounts): string {
  return VERDICTS.flatMap((verdict) => {
    const count = counts.get(verdict);
    return count === undefined ? [] : [`${count} ${verdictText(verdict)}`];
  }).join(", ");
}

function renderBar({ label, link }: JudgedSession, counts: VerdictCounts, box: { x: number; width: number }) {
  const total = sumOf(counts.values());
  let top = 0;
  const parts = VERDICTS.flatMap((verdict) => {
    const height = HEIGHT * (counts.get(verdict) ?? 0) / total, y = top;
    top += height;
    return height === 0 ? [] : [html`
      <rect class="fill ${verdictStyle(verdict)} ${verdict}" x="${px(box.x)}" y="${px(y)}" width="${px(
        box.width,
      )}"
        height="${px(height)}" />
    `];
  });
  const text = `${label}: ${countText(counts)}`;
  return html`<a href="${link}" aria-label="${text}"><title>${text}</title>${parts}</a>`;
}

/** Index of the first of the latest sessions that are judged anew; 0 where all or none are. */
function anewFrom(sessions: readonly JudgedSession[]): number {
  const before = sessions.findLastIndex(({ anew }) => !anew) + 1;
  return before === sessions.length ? 0 : before;
}

function renderRow(paper: string, sessions: readonly JudgedSession[], track: JudgedTrack): Markup {
  const pitch = Math.min(WIDEST, WIDTH / sessions.length), gap = Math.min(2, pitch / 4);
  const width = px(pitch * sessions.length);
  const bars = sessions.map((session, i) => {
    const counts = session.papers.get(paper);
    return counts !== undefined && renderBar(session, counts, { x: i * pitch, width: pitch - gap });
  });
  // What is left of the line was judged by other rules.
  const first = anewFrom(sessions), at = px(first * pitch - gap / 2);
  const line = first > 0 && html`<path class="rules" d="M${at} 0V${HEIGHT}" />`;
  const latest = track.latest.get(paper);
  const text = sessions.length <= FEW && latest !== undefined &&
    countText(new Map([...latest].filter(([verdict]) => !UNASKED.includes(verdict))));
  return html`
    <dt><a href="${paperPage(paper)}">${paper}</a></dt>
    <dd>
      <svg viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}"
        preserveAspectRatio="none"
        role="group" aria-label="Verdicts of ${paper} on ${track.label}">${bars}${line}</svg>${text &&
          html`<span class="quiet">${text}</span>`}</dd>
  `;
}

/** Renders the verdicts of one device and profile, a row a paper; of many sessions the latest `most`. */
export function renderVerdictTrack(track: JudgedTrack, most: number): Markup {
  const { label, sessions } = track;
  const shown = sessions.slice(-most), left = sessions.length - shown.length;
  const papers = [...new Set(shown.flatMap((session) => [...session.papers.keys()]))].sort();
  return html`
    <figure class="strips">
      <figcaption><strong>${label}</strong> <span class="quiet">${sessions.length === 1
        ? "1 session"
        : `${sessions.length} sessions`}${left > 0 &&
        `, the latest ${shown.length} drawn`}${track.changed > 0 &&
        `; ${counted(track.changed, "verdict was another", "verdicts were others")} by the rules of ${
          sessions.length === 1 ? "its" : "their"
        } day`}</span></figcaption>
      <dl>${papers.map((paper) => renderRow(paper, shown, track))}</dl>
    </figure>
  `;
}

/** Sentence on the rules that the verdicts follow; nothing where none is judged anew. */
export function renderRules(
  sessions: readonly SessionEntry[],
  tracks: readonly JudgedTrack[],
  most: number,
): Markup | undefined {
  if (!sessions.some(({ then }) => then !== undefined)) return undefined;
  const isMixed = tracks.some((track) => anewFrom(track.sessions.slice(-most)) > 0);
  return html`<p>Verdicts are by the rules of this program; a session's own report keeps those of its day${
    isMixed && ", as do bars left of a dotted line"
  }. A claim whose rule of today wants what a session did not keep is not run there.</p>`;
}

/** Key of the bars' colours, for the verdicts that occur. */
export function renderVerdictKey(tracks: readonly JudgedTrack[]): Markup {
  const counts = tracks.flatMap(({ sessions }) => sessions.flatMap(({ papers }) => [...papers.values()]));
  const occurring = VERDICTS.filter((verdict) => counts.some((own) => own.has(verdict)));
  return html`<ul class="key">${
    occurring.map((verdict) =>
      html`<li><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true"><rect class="fill ${
        verdictStyle(verdict)
      } ${verdict}" width="14" height="14" /></svg> ${verdictText(verdict)}</li>`
    )
  }</ul>`;
}
