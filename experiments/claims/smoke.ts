/**
 * Claims at smoke sizes stay open: such a graph fits into the nearest cache, and its numbers are for tests,
 * not for verdicts.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/verdicts/evidence.ts";
import type { Row } from "../../results/row.ts";

/** Reason for which times at smoke sizes are no evidence. */
export const TOY_TIMES = "smoke sizes decide nothing about time";

/** The same part of a claim; in a smoke run, an open part of the same words. */
export function openAtSmoke(
  part: ClaimPart,
  { profile }: Pick<Row, "profile">,
  reason = TOY_TIMES,
): ClaimPart {
  return profile === "smoke" ? openPart(part, reason) : part;
}
