/**
 * Claims of a stored session as the rules of this program judge its rows; the rules change, what was measured
 * does not.
 *
 * @module
 */
import type { ClaimRow } from "../../results/row.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import type { SessionContents } from "../../results/store/store.ts";
import { allSuites } from "../suites.ts";
import { decideClaims } from "../session/verdicts/claim_verdicts.ts";
import { askedPapers, sessionRows } from "../session/verdicts/session_rows.ts";

/**
 * Judges the rows of a session anew, for the claims of the papers that it asked. A claim whose rule wants
 * what the session did not keep is `not-run`. Claims of papers that this program does not know stay as they
 * are stored.
 */
export function todaysClaims(contents: SessionContents): ClaimRow[] {
  const { document, samples, journal, claims } = contents;
  const rows = countingRows(contents.rows);
  const attempts = new Map(rows.map(({ cell, attempt }) => [cell, attempt]));
  const papers = askedPapers(document);
  const known = new Set(papers.map(({ id }) => id));
  const counting = samples.filter(({ cell, attempt }) => attempts.get(cell) === attempt);
  const measured = sessionRows(document, { rows, samples: counting, journal });
  const judged = decideClaims(papers, allSuites(), measured);
  return [...judged, ...claims.filter(({ paper }) => !known.has(paper))];
}
