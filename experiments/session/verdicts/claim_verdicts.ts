/**
 * Verdicts on the papers' claims by a session's rows.
 *
 * @module
 */
import {
  type ClaimEvidence,
  type ClaimPart,
  openPart,
  type Premise,
  type Tier,
  weakestDatasetKind,
} from "../../../results/verdicts/evidence.ts";
import type { ClaimRow, Row, Sample } from "../../../results/row.ts";
import { judgeClaims } from "../../../results/verdicts/verdict.ts";
import { readClaims } from "../../claims/published_claims.ts";
import { EvidenceMissing } from "../../claims/measured_rows.ts";
import { TOY_TIMES } from "../../claims/smoke.ts";
import { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Paper } from "../../paper.ts";
import { type PremiseCondition, premiseOf } from "../../premises/condition.ts";
import { LONG_CALLS } from "../../premises/long_calls.ts";
import { remedyCost } from "../../premises/remedy.ts";
import type { ClaimRule, Suite } from "../../suite.ts";
import type { SessionRows } from "./session_rows.ts";

/** Rule that decides a claim, and the suite whose rows it reads. */
interface KnownRule {
  readonly rule: ClaimRule;
  readonly suite: Suite;
}

/** Rows and samples of a session by suite. */
interface BySuite {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** Judges every claim of these papers. Holm's correction runs over all of them together. */
export function decideClaims(
  papers: readonly Paper[],
  suites: readonly Suite[],
  measured: SessionRows,
): ClaimRow[] {
  const rules = new Map(
    suites.flatMap((suite) =>
      suite.claims.map((rule): [string, KnownRule] => [rule.claimId, { rule, suite }])
    ),
  );
  const bySuite: BySuite = {
    rows: Map.groupBy(measured.rows, ({ suite }) => suite),
    samples: Map.groupBy(measured.samples, ({ cell }) => cell.slice(0, cell.indexOf(":"))),
  };
  const claims = papers.flatMap((paper) => readClaims(paper).map((claim) => ({ paper, claim })));
  const family = claims.map(({ paper, claim }): ClaimEvidence => {
    const measuring = {
      claim: { ...claim, claim_id: claim.claimId },
      backend: measured.backend,
      adapterKind: measured.adapterKind,
      printedFor: paper.device ?? "gpu",
    };
    const known = rules.get(claim.claimId);
    if (known === undefined) return { ...measuring, parts: [], reason: "no suite decides it" };
    const own = bySuite.rows.get(known.suite.id);
    if (own === undefined) return { ...measuring, parts: [], reason: notRunText(known.suite, measured) };
    try {
      const evidence = evidenceFor(known, bySuite, measured);
      const answer = answerOf(known.rule, evidence, claim);
      const { premise } = answer;
      if (premise?.met === false) {
        const cost = remedyCost(premise.elsewhere, { workloads: known.suite.workloads, rows: own });
        const elsewhere = cost === "" ? premise.elsewhere : `${premise.elsewhere} (${cost})`;
        return { ...measuring, ...answer, premise: { ...premise, elsewhere } };
      }
      const decided = measured.profile === "smoke"
        ? answer.parts.map((part) => withoutTimes(part, claim.tier))
        : answer.parts;
      return { ...measuring, ...answer, parts: decided };
    } catch (error) {
      if (!(error instanceof EvidenceMissing)) throw error;
      return { ...measuring, parts: [], reason: error.message };
    }
  });
  return judgeClaims(family, { session: measured.session });
}

/** Evidence that a rule reads: rows of its own suite, and of those that it names. */
function evidenceFor({ rule: { reads = [] }, suite: { id } }: KnownRule, bySuite: BySuite, {
  journal = [],
  smallestDifference,
  callMs,
  seed,
}: SessionRows): SuiteEvidence {
  const suites = [id, ...reads];
  return new SuiteEvidence(id, {
    rows: suites.flatMap((suite) => bySuite.rows.get(suite) ?? []),
    samples: suites.flatMap((suite) => bySuite.samples.get(suite) ?? []),
    reads,
    journal,
    smallestDifference,
    ...(callMs !== undefined && { callMs }),
  }, seed);
}

/** Answer of a rule to the evidence. */
type Answer =
  & Pick<ClaimEvidence, "parts" | "premise" | "turns" | "standsFor" | "analogue" | "policy">
  & Partial<Pick<ClaimEvidence, "backend" | "adapterKind">>;

/**
 * Asks a rule. A claim is not decided where its rule states a premise that is not met.
 *
 * @throws {EvidenceMissing} where a cell that the rule reads was not measured.
 */
function answerOf(
  rule: ClaimRule,
  evidence: SuiteEvidence,
  { claimId, tier }: { readonly claimId: string; readonly tier: Tier },
): Answer {
  const turns = turnsOf(rule, evidence);
  // What a premise reads decides nothing: it may be a policy's where the system itself is compared.
  const premiseBy = (conditions: readonly PremiseCondition[]): Premise =>
    evidence.aside(() => premiseOf(conditions, evidence));
  const stated = rule.premise && premiseBy(rule.premise);
  if (stated?.met === false) return { ...turns, parts: [], premise: stated };
  const parts = rule.decide(evidence), { analogue, onStandIns, standsFor } = rule;
  if (evidence.checksCode && tier !== "by-construction") {
    throw new TypeError(`${claimId} compares times as exact values: state a quantity`);
  }
  // The times that a rule reads, by which calls are long or not, are known once it has decided.
  const conditions = premiseConditions(rule, tier);
  const premise = conditions.length > 0 ? premiseBy(conditions) : undefined;
  const isOnStandIns = weakestDatasetKind(parts.map(({ datasetKind }) => datasetKind)) === "stand-in";
  const asAnalogue = analogue ?? (isOnStandIns ? onStandIns : undefined);
  return {
    parts,
    ...turns,
    // Beside a GPU ranks are CPU threads.
    ...(evidence.readCpu && { backend: evidence.readCpu, adapterKind: "none" }),
    // A claim about a named system is decided only by that system.
    ...(tier === "peer" && evidence.readPolicy && { policy: true }),
    ...(premise && { premise }),
    ...(standsFor !== undefined && { standsFor }),
    ...(asAnalogue !== undefined && { analogue: asAnalogue }),
  };
}

/**
 * Reason of a claim whose suite did not run; where the suite runs only when named, with the command that adds
 * it to this session.
 */
function notRunText(
  { id, group, onlyWhenNamed }: Suite,
  { session, profile }: Pick<SessionRows, "session" | "profile">,
): string {
  if (!onlyWhenNamed) return `${id} did not run`;
  const asked = profile === "standard" ? "" : ` --profile ${profile}`;
  return `${id} did not run: deno task repro ${group ?? id} --session ${session}${asked}`;
}

/** Value at which a claim turns; nothing where its rows are not there. */
function turnsOf(rule: ClaimRule, evidence: SuiteEvidence): { readonly turns?: string } {
  try {
    return rule.turns ? { turns: rule.turns(evidence) } : {};
  } catch (error) {
    if (!(error instanceof EvidenceMissing)) throw error;
    return {};
  }
}

/** Conditions of a claim's premise, as its table has them. */
export function premiseConditions(
  { premise }: Pick<ClaimRule, "premise">,
  tier: Tier,
): readonly PremiseCondition[] {
  return premise ?? (isAboutTime(tier) ? [LONG_CALLS] : []);
}

const isAboutTime = (tier: Tier) => tier.startsWith("time-") || tier === "peer";

/** The same part of a claim, or an open part where the part rests on times of a smoke run. */
function withoutTimes(part: ClaimPart, tier: Tier): ClaimPart {
  const isTime = part.kind === "timed" || (part.kind === "exact" && isAboutTime(tier));
  return isTime ? openPart(part, TOY_TIMES) : part;
}
