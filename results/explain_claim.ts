/**
 * Explanation of a claim's verdict: what was asked, each number that spoke for or against it, and why.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { nearNames } from "../platform/unknown_name.ts";
import type { ClaimRow } from "./row.ts";
import { formatEstimate, formatNumber } from "../platform/text/number.ts";
import type { SuiteText } from "./store/session_document.ts";
import type { SessionContents } from "./store/store.ts";
import { changedVerdicts } from "./verdicts/changed_verdicts.ts";
import { evidenceParts } from "./verdicts/evidence_values.ts";
import type { Judge } from "./verdicts/judge.ts";
import { premiseBesideReason } from "./verdicts/regime_text.ts";
import { printable } from "./verdicts/scorecard_text.ts";

/** Whether a name is that of a claim, as `fastgl.q.idmap` is: papers' ids have no dots. */
export function isClaimId(name: string): boolean {
  return /^[\w-]+\.q\./.test(name);
}

/** Whether a script has registered a suite: what repeats it is a call, not a command of a shell. */
export function isOfScript({ command }: SuiteText): boolean {
  return !command.startsWith("deno task ");
}

/** Parts of evidence, one a line, under the side that they take. */
function evidenceLines(evidence: string): readonly string[] {
  if (evidence === "") return [];
  const lines = evidenceParts(evidence).flatMap(({ opening, text }) =>
    opening === undefined ? [`  ${text}`] : [`${opening}:`, `  ${text}`]
  );
  return ["Evidence:", ...lines];
}

/** Verdict that today's rules give instead of the stored one, with its reason; none where it is the same. */
function todaysLines(claim: ClaimRow, anew: readonly ClaimRow[]): readonly string[] {
  return changedVerdicts([claim], anew).filter(({ now }) => now.claim_id === claim.claim_id)
    .map(({ now: { verdict, reason } }) =>
      `Today's rules: ${verdict}${reason && ` (${reason})`}; what stands here is of the session's day`
    );
}

function claimLines(
  claim: ClaimRow,
  { inScript, anew }: { readonly inScript: boolean; readonly anew: readonly ClaimRow[] },
): readonly string[] {
  const { effect, ci_lo, ci_hi, p, p_holm, source, dataset_kind } = claim;
  const premise = premiseBesideReason(claim);
  const found = Number.isFinite(effect)
    ? `, effect ${formatEstimate({ value: effect, lo: ci_lo, hi: ci_hi }, [1])}`
    : "";
  return [
    claim.claim_id,
    `${claim.artifact} of ${claim.paper}, tier ${claim.tier}: ${claim.statement}`,
    `Holds when: ${claim.check}`,
    "",
    `Verdict: ${claim.verdict}${source && `, ${source}`}${dataset_kind && `, data ${dataset_kind}`}${found}`,
    ...todaysLines(claim, anew),
    ...p === undefined
      ? []
      : [`p = ${formatNumber(p, 2)}, after Holm's correction ${formatNumber(p_holm, 2)}`],
    ...claim.reason === "" ? [] : [`Because: ${claim.reason}`],
    ...premise === "" ? [] : [`Premise: ${premise}`],
    ...evidenceLines(claim.evidence),
    "",
    `Suites that decide it: ${
      inScript ? `in the script that registers ${claim.paper}` : `deno task describe ${claim.claim_id}`
    }`,
  ];
}

/**
 * Explains the verdict on a claim among those of a session.
 *
 * @param of The session, for the message.
 * @param judge Judges the claims anew; by default no verdict of today's rules is shown.
 * @throws {UsageError} The session has no such claim, or a metric is asked for.
 */
export function explainClaim(
  contents: SessionContents,
  wanted: {
    readonly claim: string;
    readonly metric?: string;
    readonly of: string;
    readonly judge?: Judge;
  },
): string {
  const { claims, document: { suites } } = contents;
  const claim = claims.find(({ claim_id }) => claim_id === wanted.claim);
  if (claim === undefined) {
    const near = nearNames(wanted.claim, claims.map(({ claim_id }) => claim_id));
    throw new UsageError({
      action: `explain ${JSON.stringify(wanted.claim)} of ${wanted.of}`,
      current: "no claim of that name",
      wanted: "a claim_id of the session's claims.csv",
      next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "read claims.csv",
    });
  }
  if (wanted.metric !== undefined) {
    throw new UsageError({
      action: `explain metric ${JSON.stringify(wanted.metric)} of ${JSON.stringify(wanted.claim)}`,
      current: "a claim has no metrics",
      wanted: "a claim alone, or a cell and one of its metrics",
      next: "leave out the metric",
    });
  }
  const inScript = suites.some((suite) => suite.paper === claim.paper && isOfScript(suite));
  const anew = wanted.judge?.(contents) ?? [];
  return claimLines(claim, { inScript, anew }).map(printable).join("\n") + "\n";
}
