/**
 * Scorecard of papers: counts of verdicts, never added up across kinds of evidence. A simulated agreement is
 * not a measured one, and a stand-in is not the graph that it represents.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { type ClaimRow, type ComparisonRow, type Verdict, VERDICTS } from "../row.ts";

/** Claims of one paper that rest on one kind of evidence. */
export interface EvidenceCounts {
  /** Source of the evidence; empty where the claims were not run. */
  readonly source: ClaimRow["source"];
  /** Kind of data; empty where no dataset took part. */
  readonly datasetKind: ClaimRow["dataset_kind"];
  /** Number of claims with each verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** Counts of a paper's published numbers. */
export interface PublishedCounts {
  /** Number of published numbers. */
  readonly total: number;
  /** Number of those with a measured number beside them. */
  readonly joined: number;
  /**
   * Number of measurements by judgement; `shown` where they are not judged. A number printed for several
   * cells has several measurements.
   */
  readonly judgements: Readonly<Record<string, number>>;
  /** Number of published numbers without a measured one, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** One paper's part of a scorecard. */
export interface PaperScore {
  /** Paper id. */
  readonly paper: string;
  /**
   * Counts by kind of evidence, the strongest first: measured on real data, then on stand-ins, simulated,
   * modelled, not run.
   */
  readonly evidence: readonly EvidenceCounts[];
  /** Claims that did not hold, the worst first. */
  readonly losses: readonly ClaimRow[];
  /** Counts of its published numbers. */
  readonly published: PublishedCounts;
}

/** A session's scorecard, one entry a paper, in the order in which the papers first appear. */
export type Scorecard = readonly PaperScore[];

/** A scorecard in JSON. */
export interface ScorecardJson {
  /** Number of claims with each verdict, over all kinds of evidence; `evidence` separates them. */
  readonly claims: Readonly<Record<string, Readonly<Record<Verdict, number>>>>;
  /** Counts by paper, separated by source and kind of data. */
  readonly evidence: Readonly<Record<string, readonly EvidenceCounts[]>>;
  /** Counts of published numbers, by paper. */
  readonly published: Readonly<Record<string, PublishedCounts>>;
}

const SOURCE_ORDER: readonly string[] = ["measured", "simulated", "modelled", ""];
const KIND_ORDER: readonly string[] = ["real", "stand-in", ""];

/** Verdicts which mean that a published claim did not hold. */
export const LOSSES: readonly Verdict[] = ["differs", "analogue-contradicts"];

function countVerdicts(claims: readonly ClaimRow[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const claim of claims) counts[claim.verdict]++;
  return counts;
}

/** Number of occurrences of each text, the most frequent first, then by name. */
function tally(texts: readonly string[]): Record<string, number> {
  const groups = [...groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length] as const);
  return Object.fromEntries(groups.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

function scorePublished(rows: readonly ComparisonRow[]): PublishedCounts {
  // A printed number that covers several cells has a row for each; it counts once.
  const numbers = [...groupBy(rows, (row) => row.published_id).values()];
  const absent = numbers.filter((cells) => cells.every((row) => row.measured === undefined));
  const measured = rows.filter((row) => row.measured !== undefined);
  return {
    total: numbers.length,
    joined: numbers.length - absent.length,
    judgements: tally(measured.map((row) => row.judgement || "not judged")),
    reasons: tally(absent.map(([row]) => reasonGroup(row.reason))),
  };
}

/**
 * Group of a reason for not joining a published row, without its details: `duplicate-of` for
 * `duplicate-of:ID`.
 */
export function reasonGroup(reason: string): string {
  return /^[^:;(]*/.exec(reason)?.[0].trim() || "no reason given";
}

function scorePaper(
  paper: string,
  claims: readonly ClaimRow[],
  published: readonly ComparisonRow[],
): PaperScore {
  const groups = groupBy(claims, (claim) => JSON.stringify([claim.source, claim.dataset_kind]));
  const evidence = [...groups.values()].map((group) => ({
    source: group[0].source,
    datasetKind: group[0].dataset_kind,
    counts: countVerdicts(group),
  }));
  const rank = ({ source, datasetKind }: EvidenceCounts) =>
    SOURCE_ORDER.indexOf(source) * KIND_ORDER.length + KIND_ORDER.indexOf(datasetKind);
  return {
    paper,
    evidence: evidence.sort((a, b) => rank(a) - rank(b)),
    losses: lossesFirst(claims).filter((claim) => LOSSES.includes(claim.verdict)),
    published: scorePublished(published),
  };
}

/** Sorts claims in the order of {@linkcode VERDICTS}; the order within a verdict is kept. */
export function lossesFirst(claims: readonly ClaimRow[]): ClaimRow[] {
  return claims.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

/** Counts the claims and published rows of a session. */
export function scorecard(claims: readonly ClaimRow[], published: readonly ComparisonRow[]): Scorecard {
  const papers = new Set([...claims, ...published].map((row) => row.paper));
  return [...papers].map((paper) =>
    scorePaper(
      paper,
      claims.filter((claim) => claim.paper === paper),
      published.filter((row) => row.paper === paper),
    )
  );
}

/** A scorecard as plain data. */
export function scorecardJson(card: Scorecard): ScorecardJson {
  const total = ({ evidence }: PaperScore) =>
    Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, sumOf(evidence, ({ counts }) => counts[verdict])]),
    ) as Record<Verdict, number>;
  return {
    claims: Object.fromEntries(card.map((score) => [score.paper, total(score)])),
    evidence: Object.fromEntries(card.map((score) => [score.paper, score.evidence])),
    published: Object.fromEntries(card.map((score) => [score.paper, score.published])),
  };
}

/** Kind of evidence in words: `measured, stand-in`. */
export function evidenceText(
  { source, datasetKind }: Pick<EvidenceCounts, "source" | "datasetKind">,
): string {
  if (source === "") return "not run";
  return [source, datasetKind].filter(Boolean).join(", ");
}
