/**
 * Claims of a stored session as the rules of this program judge its rows; the rules change, what was measured
 * does not.
 *
 * @module
 */
import type { ClaimRow } from "../../../results/row.ts";
import { lastAttempts, type SessionContents } from "../../../results/store/store.ts";
import { publishedPapers } from "../../papers.ts";
import { allSuites } from "../../suites.ts";
import { decideClaims } from "./claim_verdicts.ts";

/**
 * Judges the rows of a session anew, for the claims of the papers that it asked. A claim whose rule wants
 * what the session did not keep is `not-run`. Claims of papers that this program does not know stay as they
 * are stored.
 */
export function todaysClaims(contents: SessionContents): ClaimRow[] {
  const { document, samples, journal, claims } = contents;
  const { session, seed, profile, calibration, suites } = document;
  const { backend, adapterKind } = document.device;
  const rows = lastAttempts(contents.rows);
  const attempts = new Map(rows.map(({ cell, attempt }) => [cell, attempt]));
  const asked = new Set(suites.map(({ paper }) => paper));
  const papers = publishedPapers().filter(({ id }) => asked.has(id));
  const known = new Set(papers.map(({ id }) => id));
  const judged = decideClaims(papers, allSuites(), {
    session,
    seed,
    profile,
    rows,
    samples: samples.filter(({ cell, attempt }) => attempts.get(cell) === attempt),
    journal,
    ...(calibration?.callMs !== undefined && { callMs: calibration.callMs }),
    smallestDifference: calibration?.smallestDifference ?? 0,
    backend,
    adapterKind,
  });
  return [...judged, ...claims.filter(({ paper }) => !known.has(paper))];
}
