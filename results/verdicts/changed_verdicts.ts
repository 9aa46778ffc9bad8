/**
 * Verdicts of a session that are others by the rules of this program than on the session's day.
 *
 * @module
 */
import type { ClaimRow, Verdict } from "../row.ts";

/** A claim with two verdicts on the same rows. */
export interface ChangedVerdict {
  /** Verdict that the session stored; `not-run` where it did not ask the claim. */
  readonly then: Verdict;
  /** The claim as it is judged now. */
  readonly now: ClaimRow;
}

/** Claims that have another verdict than was stored, in the order of those judged anew. */
export function changedVerdicts(stored: readonly ClaimRow[], anew: readonly ClaimRow[]): ChangedVerdict[] {
  const verdicts = new Map(stored.map(({ claim_id, verdict }) => [claim_id, verdict]));
  return anew.map((now) => ({ then: verdicts.get(now.claim_id) ?? "not-run" as const, now }))
    .filter(({ then, now }) => then !== now.verdict);
}
