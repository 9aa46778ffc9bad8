/**
 * Claims that one of several things is so.
 *
 * @module
 */
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import type { TimedPart } from "../../results/verdicts/evidence.ts";
import { sideOf } from "../../results/verdicts/timed.ts";

/**
 * Part of a claim: at least one of several numbers lies in its range. The number that decides is chosen after
 * all of them were seen, so that its p counts as often as there are numbers (Bonferroni); against the claim
 * all of them have to lie outside.
 */
export function anyOf(parts: NonEmpty<TimedPart>): TimedPart {
  const bySide = Map.groupBy(parts, (part) => sideOf(part).side);
  const holding = bySide.get("holds"), [open] = bySide.get("open") ?? [];
  if (holding) {
    const best = holding.reduce((a, b) => b.pFor < a.pFor ? b : a);
    return { ...best, pFor: Math.min(1, parts.length * best.pFor) };
  }
  return open ?? parts.reduce((a, b) => b.pAgainst > a.pAgainst ? b : a);
}
