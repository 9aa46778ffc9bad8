/**
 * Decision of verdicts from evidence. Every function is pure: it takes paired ratios with their intervals,
 * exact predicates and the conditions of their measurement, and returns one of {@link VERDICTS} with its
 * reason.
 *
 * @module
 */
import { holmAdjust } from "../../platform/statistics/mod.ts";
import {
  analogueReason,
  type ClaimEvidence,
  type ClaimPart,
  type OrderPart,
  type RatioEvidence,
  type Standing,
  weakestDatasetKind,
  weakestSource,
} from "./evidence.ts";
import type { ClaimRow, Verdict } from "../row.ts";

/** Family-wise error of a session's claims. */
export const ALPHA = 0.05;

/** Least number of paired rounds for a decision on a timing claim. */
export const FEWEST_ROUNDS = 9;

/** Words between what a claim out of its regime found and what would be in the regime. */
export const IN_REGIME = "; in the regime: ";

/** A verdict and, where it is not `reproduced`, its reason. */
export interface Judgement {
  /** Verdict on the claim. */
  readonly verdict: Verdict;
  /** Reason; empty where the claim is reproduced. */
  readonly reason: string;
}

type Side = "holds" | "fails" | "open";

interface PartFinding {
  readonly part: ClaimPart;
  readonly side: Side;
  readonly reason: string;
  readonly pFor: number;
  readonly pAgainst: number;
}

const percent = (ratio: number) => `${(100 * ratio).toPrecision(2)} %`;

const three = (value: number) => value.toPrecision(3);

/** Position of an interval relative to a band around 1; `undefined` where it meets the band. */
function beyondBand(ratio: RatioEvidence, band: number): "above" | "below" | undefined {
  if (ratio.ciLo > band) return "above";
  if (ratio.ciHi < 1 / band) return "below";
  return undefined;
}

function ratioIsKnown({ median, ciLo, ciHi }: RatioEvidence): boolean {
  return Number.isFinite(median) && !Number.isNaN(ciLo) && !Number.isNaN(ciHi);
}

/** Finding of one conjunct by its interval alone; Holm's correction over all claims comes later. */
function findPart(part: ClaimPart, smallestDifference: number): PartFinding {
  const found = (side: Side, reason: string, pFor: number, pAgainst: number): PartFinding => ({
    part,
    side,
    reason,
    pFor: Number.isNaN(pFor) ? 1 : pFor,
    pAgainst: Number.isNaN(pAgainst) ? 1 : pAgainst,
  });
  switch (part.kind) {
    case "exact":
      return part.holds ? found("holds", "", 0, 1) : found("fails", "the predicate is false", 1, 0);
    case "open":
      return found("open", part.reason, 1, 1);
    case "order":
    case "equal": {
      const { ratio } = part;
      const [pFor, pAgainst] = part.kind === "equal"
        ? [part.pWithin, part.pBeyond]
        : part.claimed === "above"
        ? [ratio.pGreater, ratio.pLess]
        : [ratio.pLess, ratio.pGreater];
      if (!ratioIsKnown(ratio)) return found("open", "a sample is missing or not above zero", 1, 1);
      if (ratio.n < FEWEST_ROUNDS) {
        return found("open", `underpowered: ${ratio.n} rounds, ${FEWEST_ROUNDS} are needed`, pFor, pAgainst);
      }
      const interval = `${three(ratio.ciLo)} to ${three(ratio.ciHi)}`;
      if (part.kind === "equal") {
        const { margin } = part;
        if (1 + smallestDifference > margin) {
          const sees = `this session sees differences above ${percent(smallestDifference)}`;
          return found("open", `underpowered: ${sees}, the margin is ${percent(margin - 1)}`, pFor, pAgainst);
        }
        if (ratio.ciLo > 1 / margin && ratio.ciHi < margin) return found("holds", "", pFor, pAgainst);
        if (beyondBand(ratio, margin)) {
          return found("fails", `ratio ${interval} is beyond the margin`, pFor, pAgainst);
        }
        return found("open", `intervals overlap: ratio ${interval} meets the margin`, pFor, pAgainst);
      }
      const beyond = beyondBand(ratio, 1 + smallestDifference);
      if (beyond === part.claimed) return found("holds", "", pFor, pAgainst);
      if (beyond) return found("fails", `ratio ${interval} is ${beyond} 1`, pFor, pAgainst);
      const { claimedDifference } = part;
      if (claimedDifference !== undefined && smallestDifference > claimedDifference) {
        const sees = `this session sees differences above ${percent(smallestDifference)}`;
        return found(
          "open",
          `underpowered: ${sees}, the claim's is ${percent(claimedDifference)}`,
          pFor,
          pAgainst,
        );
      }
      const band = `${three(1 / (1 + smallestDifference))} to ${three(1 + smallestDifference)}`;
      return found("open", `intervals overlap: ratio ${interval} meets the A/A band ${band}`, pFor, pAgainst);
    }
    default:
      part satisfies never;
      throw new TypeError("Cannot judge a claim part of an unknown kind");
  }
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

function conjoin(parts: readonly ClaimPart[], smallestDifference: number): Conjunction {
  const findings = parts.map((part) => findPart(part, smallestDifference));
  const failing = findings.filter((finding) => finding.side === "fails");
  const against = Math.min(...(failing.length > 0 ? failing : findings).map((finding) => finding.pAgainst));
  return {
    findings,
    tested: parts.some((part) => part.kind === "order" || part.kind === "equal"),
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
    if (worst.part.kind === "exact" || pAgainstHolm < ALPHA) {
      return { side: "fails", reason: worst.reason, by: worst };
    }
    const reason = `underpowered: p ${three(pAgainstHolm)} against the claim after Holm's correction`;
    return { side: "open", reason, by: worst };
  }
  const open = findings.find((finding) => finding.side === "open");
  if (open) return { side: "open", reason: open.reason, by: open };
  if (conjunction.tested && !(pForHolm < ALPHA)) {
    return {
      side: "open",
      reason: `underpowered: p ${three(pForHolm)} after Holm's correction`,
      by: weakest,
    };
  }
  return { side: "holds", reason: "", by: weakest };
}

function verdictOf(side: Side, reason: string, analogue: string | undefined): Judgement {
  if (side === "open") return { verdict: "inconclusive", reason };
  const because = [reason, analogue].filter(Boolean).join("; ");
  if (side === "holds") return { verdict: analogue ? "analogue-supports" : "reproduced", reason: because };
  return { verdict: analogue ? "analogue-contradicts" : "differs", reason: because };
}

/** A claim that follows from definitions is a check: it holds, or the code has a defect. */
function constructed({ side, reason }: Decision): Judgement {
  if (side === "open") return { verdict: "inconclusive", reason };
  return side === "holds"
    ? { verdict: "holds", reason: "true by construction" }
    : { verdict: "differs", reason };
}

/** Where a claim turns, in words; empty where nothing says so. */
function turnWords({ turns }: ClaimEvidence): string {
  return turns ? `where it turns: ${turns}` : "";
}

const SIDE_WORDS: Readonly<Record<Side, string>> = { fails: "against", open: "open", holds: "for" };

/**
 * Evidence of a claim in words; parts that speak against it come first, with counts where there are both
 * kinds.
 */
function evidenceWords({ findings }: Conjunction): string {
  const told = findings.filter(({ part }) => part.words !== "");
  const bySide = Map.groupBy(told, ({ side }) => side);
  const sides = (["fails", "open", "holds"] as const).filter((side) => bySide.has(side));
  return sides.map((side) => {
    const own = bySide.get(side)!, words = own.map(({ part }) => part.words).join("; ");
    return sides.length === 1 ? words : `${own.length} of ${told.length} ${SIDE_WORDS[side]}: ${words}`;
  }).join("; ");
}

/** Rules for judging one comparison alone. */
export interface OrderRule extends Standing {
  /** Resolution of the A/A run: a ratio nearer to 1 cannot be distinguished from 1. */
  readonly smallestDifference: number;
  /** Side of 1 on which the claim puts the ratio. */
  readonly claimed: "above" | "below";
  /** Difference that the claim prints, as a ratio minus 1. */
  readonly claimedDifference?: number;
}

/**
 * Judges a single comparison. The claim holds where the ratio's 95 % interval lies wholly beyond 1 by more
 * than the session's smallest difference, on the claimed side, and p is below 0.05; it is contradicted where
 * the same is true on the other side; otherwise it is inconclusive. The p of `ratio` are taken as already
 * corrected.
 *
 * @example
 * ```ts
 * const ratio = { n: 13, median: 1.5, ciLo: 1.4, ciHi: 1.6, pGreater: 0.0001, pLess: 1 };
 * const on = { tier: "time-any", backend: "wasm", adapterKind: "none" } as const;
 * const { verdict } = judgeOrder(ratio, { ...on, claimed: "above", smallestDifference: 0.02 });
 * if (verdict !== "reproduced") throw new Error(verdict);
 * ```
 */
export function judgeOrder(ratio: RatioEvidence, rule: OrderRule): Judgement {
  const part: OrderPart = {
    kind: "order",
    ratio,
    claimed: rule.claimed,
    ...(rule.claimedDifference === undefined ? {} : { claimedDifference: rule.claimedDifference }),
    words: "",
    source: "measured",
    datasetKind: "",
  };
  const conjunction = conjoin([part], rule.smallestDifference);
  const { side, reason } = decide(conjunction, conjunction.pFor, conjunction.pAgainst);
  return verdictOf(side, reason, analogueReason(rule));
}

/**
 * Judges all claims of a session at once, since Holm's correction needs the whole family: every claim that
 * rests on a statistical test is a member, once for the claim and once against it. A conjunction is judged by
 * intersection-union: reproduced only if all parts hold (its p is the largest), contradicted if any part is
 * (its p is the smallest times the number of parts), else inconclusive.
 *
 * A claim whose premise is not met is out of regime, whatever its parts say; one that holds by construction
 * is a check.
 *
 * @returns One row a claim, in the order of the input; `p` and `p_holm` are those of the side that the
 * verdict takes.
 */
export function judgeClaims(
  claims: readonly ClaimEvidence[],
  options: { readonly session: string; readonly smallestDifference: number },
): ClaimRow[] {
  // A claim outside its regime is not tested: it is not a member of the family.
  const conjunctions = claims.map(({ parts, premise }) =>
    premise?.met !== false && parts.length > 0 ? conjoin(parts, options.smallestDifference) : undefined
  );
  const family = conjunctions.flatMap((conjunction, i) => (conjunction?.tested ? [i] : []));
  const adjust = (side: "pFor" | "pAgainst") => {
    const adjusted = holmAdjust(family.map((i) => conjunctions[i]![side]));
    return new Map(family.map((claim, place) => [claim, adjusted[place]]));
  };
  const holmFor = adjust("pFor");
  const holmAgainst = adjust("pAgainst");
  return claims.map((evidence, i) => {
    const { claim, parts } = evidence;
    const base = {
      session: options.session,
      paper: claim.paper,
      artifact: claim.artifact,
      claim_id: claim.claim_id,
      tier: claim.tier,
      statement: claim.statement,
      check: claim.check,
      premise: [claim.premise, evidence.premise?.words].filter(Boolean).join(": "),
    };
    const conjunction = conjunctions[i];
    if (!conjunction) {
      const { premise } = evidence;
      const outside = premise?.met === false ? `${premise.words}${IN_REGIME}${premise.elsewhere}` : undefined;
      return {
        ...base,
        verdict: outside === undefined ? "not-run" : "out-of-regime",
        source: "",
        dataset_kind: "",
        effect: undefined,
        ci_lo: undefined,
        ci_hi: undefined,
        p: undefined,
        p_holm: undefined,
        evidence: turnWords(evidence),
        reason: outside ?? evidence.reason ?? "no evidence",
      };
    }
    const decision = decide(conjunction, holmFor.get(i) ?? 0, holmAgainst.get(i) ?? 0);
    const source = weakestSource(parts.map((part) => part.source));
    const judged = claim.tier === "by-construction"
      ? constructed(decision)
      : verdictOf(decision.side, decision.reason, analogueReason({ ...evidence, tier: claim.tier, source }));
    const against = decision.by.side === "fails";
    const { part } = decision.by;
    const ratio = part.kind === "order" || part.kind === "equal" ? part.ratio : undefined;
    return {
      ...base,
      verdict: judged.verdict,
      source,
      dataset_kind: weakestDatasetKind(parts.map((part) => part.datasetKind)),
      effect: ratio?.median ?? (part.kind === "exact" ? part.value : undefined),
      ci_lo: ratio?.ciLo,
      ci_hi: ratio?.ciHi,
      p: conjunction.tested ? (against ? conjunction.pAgainst : conjunction.pFor) : undefined,
      p_holm: (against ? holmAgainst : holmFor).get(i),
      evidence: [evidenceWords(conjunction), turnWords(evidence)].filter(Boolean).join("; "),
      reason: [judged.reason, evidence.reason].filter(Boolean).join("; "),
    };
  });
}
