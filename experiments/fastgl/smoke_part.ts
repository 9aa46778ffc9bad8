/**
 * Claims about what mini-batches have in common, at sizes where each of them reaches most of its graph.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { Row } from "../../results/row.ts";

/** The part, or in a smoke run an open one of the same words. */
export function openAtSmoke(part: ClaimPart, { profile }: Pick<Row, "profile">): ClaimPart {
  if (profile !== "smoke") return part;
  const { words, source, datasetKind } = part;
  const reason = "at smoke sizes a mini-batch reaches most of a graph";
  return { kind: "open", words, source, datasetKind, reason };
}
