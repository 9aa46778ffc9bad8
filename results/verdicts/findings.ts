/**
 * Sentences on a session as a whole, for readers who know the papers and not this project: what was found,
 * what could not be tested, and what would test most of it.
 *
 * @module
 */
import { isNonEmpty, type NonEmpty } from "../../platform/lists/non_empty.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { labelInSentence } from "../report/suite_label.ts";
import type { ClaimRow, Verdict } from "../row.ts";
import type { SuiteText } from "../store/session_document.ts";
import { type EvidenceValue, plainEvidence, quotientOf, readEvidence } from "./evidence_values.ts";
import { bestRemedy, NEEDS, needsOf, UNTESTED, wasAsked } from "./needs.ts";
import { LOSSES } from "./scorecard.ts";

/** Number of missing conditions that the second sentence names. */
const NAMED_NEEDS = 3;

/** Label of a contender of a claim, as a sentence quotes it. */
type Naming = (claim: ClaimRow, contender: string) => string;

/** Naming by the suites of a claim's paper, those of its artifact first; else the id in plain words. */
function namingBy(suites: readonly SuiteText[]): Naming {
  return (claim, contender) => {
    const ofPaper = suites.filter(({ paper }) => paper === claim.paper);
    const isOwn = ({ artifact }: SuiteText) => artifact === claim.artifact;
    const contenders = [...ofPaper.filter(isOwn), ...ofPaper].flatMap((suite) => suite.contenders);
    return labelInSentence(contenders.find(({ id }) => id === contender)?.label ?? plainName(contender));
  };
}

/**
 * Sentences on the claims that failed and held, each with an example and its number; on those that could not
 * be tested; on the conditions that would test most of them; and on those that were not asked, if any. Where
 * none was asked they say that alone.
 *
 * @param suites Suites of the session, whose labels the sentences use.
 */
export function findings(
  claims: readonly ClaimRow[],
  suites: readonly SuiteText[] = [],
): readonly string[] {
  const asked = claims.filter(wasAsked), unasked = claims.filter((claim) => !wasAsked(claim));
  if (asked.length === 0) {
    const which = claims.length === 1 ? "The one claim" : `None of the ${claims.length} claims`;
    return [
      `${which} of these papers was ${claims.length === 1 ? "not " : ""}asked: ${waitingText(unasked)}.`,
    ];
  }
  const untested = asked.filter(({ verdict }) => UNTESTED.includes(verdict));
  const checked = asked.filter(({ verdict }) => verdict === "holds").length;
  return [
    ...checked === asked.length ? [checkedText(checked)] : [
      foundText(
        asked.filter(({ verdict }) => verdict !== "holds" && !UNTESTED.includes(verdict)),
        asked.length,
        namingBy(suites),
      ),
      untestedText(untested, checked),
      remedyText(untested),
    ],
    ...unasked.length === 0
      ? []
      : [`${claimsWere(unasked.length).replace(" ", " more ")} not asked: ${waitingText(unasked)}.`],
  ];
}

/** Heading of a session, for its page and its notebook. */
export function sessionHeading(claims: readonly ClaimRow[]): string {
  return claims.some(wasAsked) ? "Did it reproduce?" : "What was measured";
}

const claimsWere = (count: number) => `${count} ${count === 1 ? "claim was" : "claims were"}`;

/** Suites that claims wait for, with the number of claims of each. */
function waitingText(unasked: readonly ClaimRow[]): string {
  const counted = NEEDS.map((need) => ({
    text: need.text,
    count: unasked.filter((claim) => needsOf(claim).includes(need)).length,
  })).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const verb = (count: number) => count === 1 ? "waits" : "wait";
  const [first, ...others] = counted;
  if (first !== undefined && others.length === 0) {
    return `${first.count === 1 ? "it" : "they"} ${verb(first.count)} for ${first.text}`;
  }
  return joined(counted.map(({ text, count }) => `${count} ${verb(count)} for ${text}`));
}

/** Sentence on a session that asked nothing but what follows from definitions. */
function checkedText(checked: number): string {
  return checked === 1
    ? "The one claim that was asked follows from definitions: it was checked, and holds."
    : `The ${checked} claims that were asked follow from definitions: they were checked, and hold.`;
}

function foundText(tested: readonly ClaimRow[], total: number, naming: Naming): string {
  if (tested.length === 0) {
    return total === 1
      ? "This machine could not test the one claim."
      : `This machine could test none of the ${total} claims.`;
  }
  const groups = [
    sideText(tested, "failed", ["differs", "analogue-contradicts"], naming),
    sideText(tested, "held", ["reproduced", "analogue-supports"], naming),
    sideText(tested, "stayed open", ["inconclusive"], naming),
  ].filter((text) => text !== undefined);
  const which = total === 1 ? "the one claim" : `${tested.length} of ${total} claims`;
  return `This machine could test ${which}: ${joined(groups, "; ")}.`;
}

/** Count of the claims with these verdicts, and an example with its number; undefined where there is none. */
function sideText(
  tested: readonly ClaimRow[],
  outcome: string,
  verdicts: readonly Verdict[],
  naming: Naming,
): string | undefined {
  const own = tested.filter(({ verdict }) => verdicts.includes(verdict));
  if (!isNonEmpty(own)) return undefined;
  const analogues = own.filter(({ verdict }) => verdict.startsWith("analogue-")).length;
  const counted = `${own.length} ${outcome}${
    analogues > 0
      ? ` (${
        own.length === 1 ? "" : analogues === own.length ? "all " : `${analogues} `
      }on a substitute for the paper's device, system or run)`
      : ""
  }`;
  const example = verdicts.length > 1 ? exampleOf(own, naming) : undefined;
  return example === undefined ? counted : `${counted}, such as ${example}`;
}

/** A claim with the number that decided it. */
interface Example {
  readonly claim: ClaimRow;
  readonly value: EvidenceValue;
}

/** Claim whose number says most to a reader outside the project: a ratio of times of two named methods. */
function exampleOf(claims: NonEmpty<ClaimRow>, naming: Naming): string {
  const examples = claims.flatMap((claim) => deciding(claim).map((value): Example => ({ claim, value })));
  const [best] = examples.toSorted((a, b) => plainness(a) - plainness(b) || strength(b) - strength(a));
  const { claim, value } = best ?? { claim: claims[0], value: undefined };
  const found = LOSSES.includes(claim.verdict) ? ": here " : ": ";
  return `${claim.paper} ${claim.artifact} (\u201c${claim.statement.replace(/\.$/, "")}\u201d)${
    value === undefined ? "" : `${found}${valueText(value, (contender) => naming(claim, contender))}`
  }`;
}

/** Numbers that decided a claim: those against it where the evidence has several sides, else all. */
function deciding({ evidence }: ClaimRow): readonly EvidenceValue[] {
  return readEvidence(evidence).values.filter(({ side }) => side === undefined || side === "against");
}

/** Rank of an example, lower for what needs less explanation. */
function plainness({ claim, value }: Example): number {
  const quotient = quotientOf(value);
  const told = quotient?.metric === "time" && quotient.note === undefined && value.text.startsWith("time(");
  const policy = told && [quotient.above, quotient.below].some((contender) => contender.includes(":"));
  return Number(claim.verdict.startsWith("analogue-")) + 2 * Number(policy) + 4 * Number(!told) +
    8 * Number(claim.source !== "measured") + 16 * Number(!isOnOwnSide(value));
}

/**
 * Whether a number's side of 1 tells that it is as claimed, or is not: 1.27 where more than 1.5 is claimed
 * looks like a success.
 */
function isOnOwnSide({ value, within }: EvidenceValue): boolean {
  if (within === undefined) return true;
  const [least, most] = within;
  return (value >= least && value <= most) || (least >= 1 && value < 1) || (most <= 1 && value > 1);
}

/** Claimed range in words where it does not begin or end at 1. */
function rangeText([least, most]: NonNullable<EvidenceValue["within"]>): string {
  if (most === Infinity) return least === 1 ? "" : `, claimed above ${three(least)}`;
  if (least === -Infinity) return most === 1 ? "" : `, claimed below ${three(most)}`;
  return `, claimed from ${three(least)} to ${three(most)}`;
}

/** Distance of a ratio from 1. */
function strength({ value: { value } }: Example): number {
  return value > 0 ? Math.abs(Math.log(value)) : 0;
}

const three = (value: number) => formatNumber(value, 3);

/** Name without underscores, and without the prefix of a contender that represents a named system. */
function plainName(name: string): string {
  return plainEvidence(name.replace(/^policy:/, "the way of "));
}

/** Dataset in words: `a generated graph 1/62 the size of mag`. */
function datasetText(dataset: string): string {
  const found = /^(.+?)@1\/([\d.]+)/.exec(dataset);
  if (found === null) return dataset;
  const [, graph, part] = found;
  return part === "1"
    ? `a generated graph like ${graph}`
    : `a generated graph 1/${part} the size of ${graph}`;
}

/** A number of a claim's evidence in plain words, its contenders as `nameOf` names them. */
function valueText(stated: EvidenceValue, nameOf: (contender: string) => string = plainName): string {
  const { text, value, lo, hi, unit, within } = stated;
  const interval = `95\u00a0% interval ${three(lo)} to ${three(hi)}${within ? rangeText(within) : ""}`;
  const quotient = quotientOf(stated);
  if (quotient?.metric === "time" && quotient.note === undefined && text.startsWith("time(")) {
    const { above, below, dataset } = quotient;
    const on = dataset === undefined ? "" : ` on ${datasetText(dataset)}`;
    return `${nameOf(above)} took ${three(value)} times as long as ${nameOf(below)}${on} (${interval})`;
  }
  return `${plainName(text)} was ${`${three(value)} ${unit}`.trim()} (${interval})`;
}

function untestedText(untested: readonly ClaimRow[], checked: number): string {
  const construction = checked === 0
    ? ""
    : `; ${checked} more ${checked === 1 ? "follows" : "follow"} from definitions and ${
      checked === 1 ? "was" : "were"
    } only checked`;
  if (untested.length === 0) return `No claim was left untested${construction}.`;
  const counted = NEEDS.map((need) => ({
    text: need.text,
    count: untested.filter((claim) => needsOf(claim).includes(need)).length,
  })).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count).slice(0, NAMED_NEEDS);
  const asked = counted.map(({ text, count }) => `${count} ask for ${text}`.replace(/^1 ask /, "1 asks "));
  const why = asked.length === 0 ? "" : `: ${joined(asked)}`;
  return `${claimsWere(untested.length)} not testable here${why}${construction}.`;
}

function remedyText(untested: readonly ClaimRow[]): string {
  if (untested.length === 0) return "Nothing else is needed to test them all.";
  const remedy = bestRemedy(untested);
  if (remedy === undefined) {
    return untested.length === 1
      ? "The reason beside it says what would test it."
      : "The reason beside each claim says what would test it.";
  }
  const { needs, tested } = remedy;
  const most = untested.length === 1
    ? "it"
    : tested === untested.length
    ? "all of them"
    : `${tested} of these ${untested.length}`;
  return `${capital(joined(needs.map(({ text }) => text)))} would test ${most}.`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Joins parts as a sentence does: `a, b and c`; or by another separator before a final "and". */
function joined(parts: readonly string[], separator = ", "): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(separator)}${separator === ", " ? " and " : "; and "}${parts.at(-1)}`;
}
