/**
 * Claims about what mini-batches have in common, at sizes where each of them reaches most of its graph.
 *
 * @module
 */
import type { ClaimPart } from "../../results/verdicts/evidence.ts";
import type { Row } from "../../results/row.ts";
import { openAtSmoke as open } from "../claims/smoke.ts";

/** The part, or in a smoke run an open one of the same words. */
export function openAtSmoke(part: ClaimPart, row: Pick<Row, "profile">): ClaimPart {
  return open(part, row, "at smoke sizes a mini-batch reaches most of a graph");
}
