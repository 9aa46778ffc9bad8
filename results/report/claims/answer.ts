/**
 * Answer to an artifact's question in one line: its claims, then its published numbers.
 *
 * @module
 */
import type { ClaimRow, ComparisonRow, Verdict } from "../../row.ts";
import { UNTESTED, wasAsked } from "../../verdicts/needs.ts";
import { html, type Markup } from "../markup.ts";

/** Outcomes of claims, with their verdicts. */
const OUTCOMES: readonly (readonly [text: string, verdicts: readonly Verdict[]])[] = [
  ["not confirmed", ["differs"]],
  ["contradicted by an analogue", ["analogue-contradicts"]],
  ["open", ["inconclusive"]],
  ["reproduced", ["reproduced"]],
  ["supported by an analogue", ["analogue-supports"]],
  ["true by construction", ["holds"]],
];

/** Factor within which a measured number agrees with a printed one. */
const BAND = 1.25;

/** Text for judgements of published numbers, best first; `within` is agreement of three kinds. */
const JUDGEMENTS: readonly (readonly [text: string, are: (row: ComparisonRow) => boolean])[] = [
  ["as printed", (row) => row.judgement === "within" && agreement(row) === "equal"],
  [`within a factor of ${BAND}`, (row) => row.judgement === "within" && agreement(row) === "near"],
  ["within a printed bound", (row) => row.judgement === "within" && agreement(row) === "bound"],
  ["in the same direction only", ({ judgement }) => judgement === "same-direction"],
  ["undecided", ({ judgement }) => judgement === "undecided"],
  ["in the opposite direction", ({ judgement }) => judgement === "opposite"],
  ["different", ({ judgement }) => judgement === "differs"],
];

/**
 * Kind of agreement: answers and sets agree by being equal; a number that is neither equal nor near is on the
 * right side of a bound, as 64 is of "at least 10".
 */
function agreement({ published, measured }: ComparisonRow): "equal" | "near" | "bound" {
  const printed = Number(published), quotient = measured! / printed;
  if (published === "" || Number.isNaN(printed) || measured === printed) return "equal";
  const slack = 1e-9;
  return quotient >= 1 / BAND - slack && quotient <= BAND + slack ? "near" : "bound";
}

function claimText(claims: readonly ClaimRow[]): string {
  if (claims.length === 0) return "";
  const counted = OUTCOMES.flatMap(([text, verdicts]) => {
    const count = claims.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  const untested = claims.filter(({ verdict }) => UNTESTED.includes(verdict));
  const unasked = untested.filter((claim) => !wasAsked(claim)).length;
  if (untested.length > unasked) counted.push(`${untested.length - unasked} not testable here`);
  if (unasked > 0) counted.push(`${unasked} not asked by this session`);
  return `Of ${claims.length} ${claims.length === 1 ? "claim" : "claims"}, ${counted.join(", ")}.`;
}

function numberText(comparisons: readonly ComparisonRow[]): string {
  const measured = comparisons.filter((row) => row.measured !== undefined);
  if (measured.length === 0) return "";
  const judged = JUDGEMENTS.flatMap(([text, are]) => {
    const count = measured.filter(are).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  return judged.length === 0
    ? "Its printed numbers are of other hardware or sizes: they are shown, not judged."
    : `Measured beside printed: ${judged.join(", ")}.`;
}

/** Renders the line; nothing for an artifact without claims and without measured numbers. */
export function renderAnswer(claims: readonly ClaimRow[], comparisons: readonly ComparisonRow[]): Markup {
  const text = [claimText(claims), numberText(comparisons)].filter(Boolean).join(" ");
  return text === "" ? html`` : html`<p class="answer">${text}</p>`;
}
