/**
 * The papers, one line each, and those that a script brings along.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { paper as distgnnMb } from "./distgnn-mb/paper.ts";
import { paper as eppgcn } from "./eppgcn/paper.ts";
import { paper as fastgl } from "./fastgl/paper.ts";
import { paper as hetuGnn } from "./hetu-gnn/paper.ts";
import { appendices, findings, paper as own } from "./own/paper.ts";
import type { Appendix } from "./findings/appendix.ts";
import type { Finding } from "./findings/finding.ts";
import type { Paper } from "./paper.ts";
import { paper as roc } from "./roc/paper.ts";
import { paperOf, SUITE_GROUPS } from "./suite.ts";

const known: Paper[] = [hetuGnn, fastgl, roc, eppgcn, distgnnMb, own];

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

/** Ids are parts of file names, addresses and cells. */
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Adds a paper from outside the repository, with its suites.
 *
 * @throws {UsageError} for an id that is taken or not of lower-case words joined by `-`, and for a suite that
 * is another's.
 */
export function registerPaper(paper: Paper): void {
  const { id, suites } = paper;
  const stray = suites.find((suite) => paperOf(suite) !== id);
  const taken = known.some((other) => other.id === id) || Object.hasOwn(SUITE_GROUPS, id);
  if (ID.test(id) && !taken && stray === undefined) {
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
