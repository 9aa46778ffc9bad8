/**
 * At smoke sizes a graph is a toy that lies in the nearest cache: its numbers are for tests, not for verdicts.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";

/** Why times of toys are no evidence. */
export const TOY_TIMES = "smoke sizes decide nothing about time";

/** The part, or in a smoke run an open one of the same words. */
export function openAtSmoke(
  part: ClaimPart,
  { profile }: Pick<Row, "profile">,
  reason = TOY_TIMES,
): ClaimPart {
  return profile === "smoke" ? openPart(part, reason) : part;
}
