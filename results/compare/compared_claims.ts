/**
 * Claims of several sessions side by side: whether each has the same answer in all of them.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { ClaimRow, Verdict } from "../row.ts";

/** Agreement of the sessions on a claim. */
export type ClaimAgreement =
  | "decided both ways"
  | "decided by some only"
  | "open for other reasons"
  | "not asked by all"
  | "alike"
  | "asked by none";

/** Agreements in the order in which claims are shown: the one that says most first. */
const AGREEMENTS: readonly ClaimAgreement[] = [
  "decided both ways",
  "decided by some only",
  "open for other reasons",
  "not asked by all",
  "alike",
  "asked by none",
];

/** Agreements of claims that some session decides and another does not, or decides the other way. */
export const TELLING: readonly ClaimAgreement[] = ["decided both ways", "decided by some only"];

/** A claim with what each session says of it. */
export interface ComparedClaim {
  /** The claim as the first session that has it states it. */
  readonly claim: Pick<ClaimRow, "paper" | "artifact" | "claim_id" | "statement">;
  /** Row of each session, in their order; undefined where it does not have the claim. */
  readonly columns: readonly (ClaimRow | undefined)[];
  /** Whether the sessions agree. */
  readonly agreement: ClaimAgreement;
}

/** Answer that a verdict gives: yes or no, or none for a reason. */
const ANSWERS: Readonly<Record<Verdict, string>> = {
  "reproduced": "yes",
  "analogue-supports": "yes",
  "holds": "yes",
  "differs": "no",
  "analogue-contradicts": "no",
  "inconclusive": "inconclusive",
  "out-of-regime": "out-of-regime",
  "not-run": "not-run",
};

/** Agreement of verdicts; a session without the claim has not run it. */
function agreementOf(columns: readonly (ClaimRow | undefined)[]): ClaimAgreement {
  const answers = new Set(columns.map((row) => ANSWERS[row?.verdict ?? "not-run"]));
  if (answers.size === 1) return answers.has("not-run") ? "asked by none" : "alike";
  if (answers.has("yes") && answers.has("no")) return "decided both ways";
  if (answers.has("not-run")) return "not asked by all";
  return answers.has("yes") || answers.has("no") ? "decided by some only" : "open for other reasons";
}

/** Compares the claims of each session, in the order of {@linkcode ClaimAgreement}. */
export function compareClaims(sessions: readonly (readonly ClaimRow[])[]): ComparedClaim[] {
  const byId = sessions.map((claims) => new Map(claims.map((claim) => [claim.claim_id, claim])));
  const all = groupBy(sessions.flat(), ({ claim_id }) => claim_id);
  const compared = [...all].map(([id, [{ paper, artifact, claim_id, statement }]]): ComparedClaim => {
    const columns = byId.map((own) => own.get(id));
    return { claim: { paper, artifact, claim_id, statement }, columns, agreement: agreementOf(columns) };
  });
  const rank = ({ agreement }: ComparedClaim) => AGREEMENTS.indexOf(agreement);
  return compared.toSorted((x, y) => rank(x) - rank(y));
}

/** Counts claims by agreement in words: `3 decided both ways, 12 decided by some only, 174 alike`. */
export function agreementText(claims: readonly ComparedClaim[]): string {
  return AGREEMENTS.flatMap((agreement) => {
    const count = claims.filter((claim) => claim.agreement === agreement).length;
    return count === 0 ? [] : [`${count} ${agreement}`];
  }).join(", ");
}
