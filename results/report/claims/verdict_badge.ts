/**
 * A verdict as a badge that reads without colour: a sign, the words, and a dashed border for analogues.
 *
 * @module
 */
import type { Verdict } from "../../row.ts";
import { html, type Markup } from "../markup.ts";

/** Badge of a verdict. */
interface Badge {
  /** Character that stands for the verdict without colour. */
  readonly sign: string;
  /** Text of the verdict. */
  readonly text: string;
  /** Classes of the style sheet. */
  readonly style: string;
}

const BADGES: Readonly<Record<Verdict, Badge>> = {
  "differs": { sign: "\u2717", text: "differs", style: "bad" },
  "analogue-contradicts": { sign: "\u2717", text: "analogue contradicts", style: "bad analogue" },
  "inconclusive": { sign: "?", text: "inconclusive", style: "open" },
  "reproduced": { sign: "\u2713", text: "reproduced", style: "good" },
  "analogue-supports": { sign: "\u2713", text: "analogue supports", style: "good analogue" },
  "holds": { sign: "=", text: "holds by construction", style: "quiet" },
  "out-of-regime": { sign: "\u2013", text: "out of regime", style: "quiet analogue" },
  "not-run": { sign: "\u00b7", text: "not run", style: "quiet analogue" },
};

/** Text of a verdict. */
export function verdictText(verdict: Verdict): string {
  return BADGES[verdict].text;
}

/** Classes of the style sheet for a verdict's colours. */
export function verdictStyle(verdict: Verdict): string {
  return BADGES[verdict].style;
}

/** Badge of a verdict: its sign and its words. */
export function verdictBadge(verdict: Verdict): Markup {
  const { sign, text, style } = BADGES[verdict];
  return html`<span class="verdict ${style}"><span aria-hidden="true">${sign} </span>${text}</span>`;
}

/** Square with the sign of a verdict: a link to `href` that says `label`. */
export function verdictSquare(verdict: Verdict, { href, label }: { href: string; label: string }): Markup {
  const { sign, style } = BADGES[verdict];
  return html`<a class="square ${style}" href="${href}" title="${label}" aria-label="${label}">${sign}</a>`;
}

/** Key of the squares: sign and words of the verdicts that occur. */
export function verdictKey(verdicts: readonly Verdict[]): Markup {
  return html`${
    verdicts.map((verdict) => {
      const { sign, text, style } = BADGES[verdict];
      return html`<li><span class="square ${style}" aria-hidden="true">${sign}</span> ${text}</li>`;
    })
  }`;
}
