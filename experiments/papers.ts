/**
 * The papers, one line each, and those that a script adds.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { readClaims } from "./claims/published_claims.ts";
import { paper as distgnnMb } from "./distgnn-mb/paper.ts";
import { paper as eppgcn } from "./eppgcn/paper.ts";
import { paper as fastgl } from "./fastgl/paper.ts";
import { paper as hetuGnn } from "./hetu-gnn/paper.ts";
import { appendices, findings, paper as own } from "./own/paper.ts";
import type { Appendix } from "./findings/appendix.ts";
import type { Finding } from "./findings/finding.ts";
import type { Paper } from "./paper.ts";
import { readPublished } from "./published/mod.ts";
import { paper as roc } from "./roc/paper.ts";
import { paperOf, SUITE_GROUPS } from "./suite.ts";

const shipped: readonly Paper[] = [hetuGnn, fastgl, roc, eppgcn, distgnnMb, own];
const known: Paper[] = [...shipped];

/**
 * Every paper, in the order in which `repro` runs them; questions of one's own have no tables.
 *
 * @example
 * ```ts
 * import { papers } from "gnn-repro";
 * const printed = papers().filter(({ tables }) => tables !== null);
 * if (printed.length < 5) throw new Error("five papers print numbers");
 * ```
 */
export function papers(): readonly Paper[] {
  return known;
}

/** Findings of questions of our own, which rows of every paper make when they are recorded. */
export function knownFindings(): readonly Finding[] {
  return findings;
}

/** Tables of questions of our own, over all recorded sessions. */
export function knownAppendices(): readonly Appendix[] {
  return appendices;
}

/** Papers with published numbers and claims. */
export function publishedPapers(): readonly Paper[] {
  return known.filter(({ tables }) => tables !== null);
}

/**
 * A paper by its id.
 *
 * @throws {UsageError} if there is no such paper.
 */
export function findPaper(id: string): Paper {
  const paper = known.find((candidate) => candidate.id === id);
  if (paper === undefined) {
    throw new UsageError({
      action: `find paper ${JSON.stringify(id)}`,
      current: "no such id",
      wanted: `one of ${known.map((candidate) => candidate.id).join(", ")}`,
      next: "name one of them",
    });
  }
  return paper;
}

/** Whether the command line knows a paper; it does not know one that a script adds. */
export function isShippedPaper(id: string): boolean {
  return shipped.some((paper) => paper.id === id);
}

/** Ids are parts of file names, addresses and cells. */
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Reads the tables of a paper and looks up the claims that its suites decide. */
function checkTables(paper: Paper): void {
  if (paper.tables === null) return;
  readPublished(paper);
  const claims = new Set(readClaims(paper).map(({ claimId }) => claimId));
  for (const suite of paper.suites) {
    const unknown = suite.claims.find(({ claimId }) => !claims.has(claimId));
    if (unknown !== undefined) {
      throw new UsageError({
        action: `register paper ${JSON.stringify(paper.id)}`,
        current: `claim "${unknown.claimId}" of suite "${suite.id}", which claims.csv does not have`,
        wanted: `one of ${[...claims].join(", ") || "its claims, of which there are none"}`,
        next: "add a line to claims.csv, or correct the id",
      });
    }
  }
}

/**
 * Adds a paper from outside the repository, with its suites. Its tables are read at once, so that a wrong
 * line costs no run.
 *
 * @throws {UsageError} for an id that is taken or not of lower-case words joined by `-`, for a suite that is
 * another's, and for one that decides a claim which `claims.csv` does not have.
 * @throws {DataError} for a wrong line of `claims.csv` or `published.csv`.
 */
export function registerPaper(paper: Paper): void {
  const { id, suites } = paper;
  const stray = suites.find((suite) => paperOf(suite) !== id);
  const taken = known.some((other) => other.id === id) || Object.hasOwn(SUITE_GROUPS, id);
  if (ID.test(id) && !taken && stray === undefined) {
    checkTables(paper);
    known.push(paper);
    return;
  }
  throw new UsageError({
    action: `register paper ${JSON.stringify(id)}`,
    current: taken ? "a paper or group of that id exists" : stray ? `suite "${stray.id}"` : "its id",
    wanted: stray && !taken ? `suites whose ids begin with "${id}/"` : "an id of its own such as my-paper",
    next: "rename it",
  });
}
