/**
 * Decision of verdicts from evidence. Every function is pure: it takes quantities of times with their
 * intervals, exact predicates and the conditions of their measurement, and returns one of {@link VERDICTS}
 * with its reason.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { holmAdjust } from "../../platform/statistics/mod.ts";
import {
  analogueReason,
  type ClaimEvidence,
  type ClaimPart,
  weakestDatasetKind,
  weakestSource,
} from "./evidence.ts";
import type { ClaimRow, Verdict } from "../row.ts";
import { outsideText, premiseText } from "./regime_text.ts";
import { type PartSide, sideOf } from "./timed.ts";

/**
 * Family-wise error of a session's claims on either side: the chance that any is wrongly said to hold, and
 * that any is wrongly said to fail.
 */
const ALPHA = 0.05;

/** A verdict and, where it is not `reproduced`, its reason. */
export interface ReasonedVerdict {
  /** Verdict on the claim. */
  readonly verdict: Verdict;
  /** Reason; empty where the claim is reproduced. */
  readonly reason: string;
}

type Side = PartSide["side"];

interface PartFinding extends PartSide {
  readonly part: ClaimPart;
  readonly pFor: number;
  readonly pAgainst: number;
}

const three = (value: number) => value.toPrecision(3);

/** Finding of one conjunct by itself; Holm's correction over all claims comes later. */
function findPart(part: ClaimPart): PartFinding {
  const found = sideOf(part);
  const [pFor, pAgainst] = part.kind === "timed"
    ? [part.pFor, part.pAgainst]
    : [found.side === "holds" ? 0 : 1, found.side === "fails" ? 0 : 1];
  return { part, ...found, pFor, pAgainst };
}

/**
 * A conjunction before correction: intersection-union for the claim, Bonferroni over its parts against it.
 */
interface Conjunction {
  readonly findings: readonly PartFinding[];
  readonly tested: boolean;
  readonly pFor: number;
  readonly pAgainst: number;
}

function conjoin(parts: readonly ClaimPart[]): Conjunction {
  const findings = parts.map(findPart);
  const failing = findings.filter((finding) => finding.side === "fails");
  const against = Math.min(...(failing.length > 0 ? failing : findings).map((finding) => finding.pAgainst));
  return {
    findings,
    tested: parts.some(({ kind }) => kind === "timed"),
    pFor: Math.max(...findings.map((finding) => finding.pFor)),
    pAgainst: Math.min(1, against * parts.length),
  };
}

interface Decision {
  readonly side: Side;
  readonly reason: string;
  /** Conjunct that decided. */
  readonly by: PartFinding;
}

/** Decides a conjunction from its parts and its two corrected p. */
function decide(conjunction: Conjunction, pForHolm: number, pAgainstHolm: number): Decision {
  const { findings } = conjunction;
  const weakest = findings.reduce((a, b) => (b.pFor > a.pFor ? b : a));
  const failing = findings.filter((finding) => finding.side === "fails");
  if (failing.length > 0) {
    const worst = failing.reduce((a, b) => (b.pAgainst < a.pAgainst ? b : a));
    if (pAgainstHolm < ALPHA) return { side: "fails", reason: worst.reason, by: worst };
    const reason = `underpowered: p ${three(pAgainstHolm)} against the claim after Holm's correction`;
    return { side: "open", reason, by: worst };
  }
  const open = findings.find((finding) => finding.side === "open");
  if (open) return { side: "open", reason: open.reason, by: open };
  if (!(pForHolm < ALPHA)) {
    return {
      side: "open",
      reason: `underpowered: p ${three(pForHolm)} after Holm's correction`,
      by: weakest,
    };
  }
  return { side: "holds", reason: "", by: weakest };
}

function verdictOf(side: Side, reason: string, analogue: string | undefined): ReasonedVerdict {
  if (side === "open") return { verdict: "inconclusive", reason };
  const because = [reason, analogue].filter(Boolean).join("; ");
  if (side === "holds") return { verdict: analogue ? "analogue-supports" : "reproduced", reason: because };
  return { verdict: analogue ? "analogue-contradicts" : "differs", reason: because };
}

/** A claim that follows from definitions is a check: it holds, or the code has a defect. */
function constructed(side: Side, reason: string): ReasonedVerdict {
  if (side === "open") return { verdict: "inconclusive", reason };
  return side === "holds"
    ? { verdict: "holds", reason: "true by construction" }
    : { verdict: "differs", reason };
}

/** Where a claim turns, in words; empty where nothing says so. */
function turnText({ turns }: ClaimEvidence): string {
  return turns ? `where it turns: ${turns}` : "";
}

const SIDE_TEXTS: Readonly<Record<Side, string>> = { fails: "against", open: "open", holds: "for" };

/**
 * Evidence of a claim in words; parts that speak against it come first, with counts where there are both
 * kinds.
 */
function evidenceText({ findings }: Conjunction): string {
  const told = findings.filter(({ part }) => part.text !== "");
  const bySide = groupBy(told, ({ side }) => side);
  const sides = (["fails", "open", "holds"] as const).filter((side) => bySide.has(side));
  return sides.map((side) => {
    const own = bySide.get(side)!, text = own.map(({ part }) => part.text).join("; ");
    return sides.length === 1 ? text : `${own.length} of ${told.length} ${SIDE_TEXTS[side]}: ${text}`;
  }).join("; ");
}

/**
 * Judges all claims of a session at once, since Holm's correction needs the whole family: every claim that
 * rests on a statistical test is a member of two families, for the claims and against them. A conjunction is
 * judged by intersection-union: reproduced only if all parts hold (its p is the largest), contradicted if any
 * part is (its p is the smallest times the number of parts), else inconclusive.
 *
 * A claim whose premise is not met is out of regime, whatever its parts say; one that holds by construction
 * is a check.
 *
 * @returns One row a claim, in the order of the input; `p` and `p_holm` are those of the side that the
 * verdict takes.
 */
export function judgeClaims(
  claims: readonly ClaimEvidence[],
  { session }: { readonly session: string },
): ClaimRow[] {
  // A claim outside its regime is not tested: it is not a member of the family.
  const conjunctions = claims.map(({ parts, premise }) =>
    premise?.met !== false && parts.length > 0 ? conjoin(parts) : undefined
  );
  const family = conjunctions.flatMap((conjunction, i) => (conjunction?.tested ? [i] : []));
  const adjust = (side: "pFor" | "pAgainst") => {
    const adjusted = holmAdjust(family.map((i) => conjunctions[i]![side]));
    return new Map(family.map((claim, place) => [claim, adjusted[place]]));
  };
  const holmFor = adjust("pFor");
  const holmAgainst = adjust("pAgainst");
  return claims.map((evidence, i) => {
    const conjunction = conjunctions[i];
    const columns = conjunction === undefined
      ? untested(evidence)
      : judged(evidence, conjunction, { pFor: holmFor.get(i), pAgainst: holmAgainst.get(i) });
    const { claim, premise } = evidence;
    return {
      session,
      paper: claim.paper,
      artifact: claim.artifact,
      claim_id: claim.claim_id,
      tier: claim.tier,
      statement: claim.statement,
      check: claim.check,
      premise: premiseText(claim.premise, premise),
      ...columns,
    };
  });
}

/** Columns of a claim's row that its evidence decides. */
type JudgedColumns = Omit<
  ClaimRow,
  "session" | "paper" | "artifact" | "claim_id" | "tier" | "statement" | "check" | "premise"
>;

/** Columns of a claim that is outside of its regime, or without evidence. */
function untested(evidence: ClaimEvidence): JudgedColumns {
  const { premise } = evidence;
  const outside = premise?.met === false ? outsideText(premise) : undefined;
  return {
    verdict: outside === undefined ? "not-run" : "out-of-regime",
    source: "",
    dataset_kind: "",
    effect: undefined,
    ci_lo: undefined,
    ci_hi: undefined,
    p: undefined,
    p_holm: undefined,
    evidence: turnText(evidence),
    reason: outside ?? evidence.reason ?? "no evidence",
  };
}

/** Columns of a claim whose parts were measured; `holm` are its corrected p, where it rests on a test. */
function judged(
  evidence: ClaimEvidence,
  conjunction: Conjunction,
  holm: { readonly pFor: number | undefined; readonly pAgainst: number | undefined },
): JudgedColumns {
  const { claim: { tier }, parts } = evidence;
  // Where all parts are predicates or open there is no test to correct.
  const { side, reason, by } = decide(conjunction, holm.pFor ?? 0, holm.pAgainst ?? 0);
  const source = weakestSource(parts.map((part) => part.source));
  const judgement = tier === "by-construction"
    ? constructed(side, reason)
    : verdictOf(side, reason, analogueReason({ ...evidence, tier, source }));
  const wanted = judgement.verdict === "inconclusive" && source === "modelled" && evidence.standsFor;
  const { part } = by, found = part.kind === "timed" ? part.found : undefined;
  const taken = by.side === "fails" ? "pAgainst" : "pFor";
  // A false predicate contradicts a claim by itself: no test has given a p.
  const byTest = conjunction.tested && part.kind !== "exact";
  return {
    verdict: judgement.verdict,
    source,
    dataset_kind: weakestDatasetKind(parts.map((part) => part.datasetKind)),
    effect: found?.median ?? (part.kind === "exact" ? part.value : undefined),
    ci_lo: found?.ciLo,
    ci_hi: found?.ciHi,
    p: byTest ? conjunction[taken] : undefined,
    p_holm: byTest ? holm[taken] : undefined,
    evidence: [evidenceText(conjunction), turnText(evidence)].filter(Boolean).join("; "),
    reason: [judgement.reason, wanted && `a run on ${wanted} would answer`, evidence.reason].filter(Boolean)
      .join("; "),
  };
}
