/**
 * Texts on a claim outside of its regime: its row has what was found in two columns, in `reason` with what
 * would be in the regime, and in `premise` behind the conditions.
 *
 * @module
 */
import type { ClaimRow } from "../row.ts";
import type { Premise } from "./evidence.ts";

/** Text between what a claim out of its regime found and what would be in the regime. */
export const IN_REGIME = "; in the regime: ";

/** Text between the conditions of a premise and what was found. */
const FOUND = ": ";

/** Reason of a claim whose premise is not met. */
export function outsideText({ text, elsewhere }: Premise): string {
  return `${text}${IN_REGIME}${elsewhere}`;
}

/** Conditions of a premise, as the claims table has them, with what was found. */
export function premiseText(conditions: string | undefined, premise: Premise | undefined): string {
  return [conditions, premise?.text].filter(Boolean).join(FOUND);
}

/** Profile, device or data that would be in a claim's regime, by its reason; empty where that names none. */
export function elsewhereOf({ reason }: Pick<ClaimRow, "reason">): string {
  return reason.split(IN_REGIME)[1] ?? "";
}

/** Premise of a claim beside its reason: without what was found where the reason says that. */
export function premiseBesideReason({ reason, premise }: Pick<ClaimRow, "reason" | "premise">): string {
  if (!reason.includes(IN_REGIME)) return premise;
  const [found] = reason.split(IN_REGIME), told = `${FOUND}${found}`;
  if (premise === found) return "";
  return premise.endsWith(told) ? premise.slice(0, -told.length) : premise;
}
