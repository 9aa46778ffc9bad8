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
  /** Words of the verdict. */
  readonly words: string;
  /** Classes of the style sheet. */
  readonly style: string;
}

const BADGES: Readonly<Record<Verdict, Badge>> = {
  "differs": { sign: "\u2717", words: "differs", style: "bad" },
  "analogue-contradicts": { sign: "\u2717", words: "analogue contradicts", style: "bad analogue" },
  "inconclusive": { sign: "?", words: "inconclusive", style: "open" },
  "reproduced": { sign: "\u2713", words: "reproduced", style: "good" },
  "analogue-supports": { sign: "\u2713", words: "analogue supports", style: "good analogue" },
  "holds": { sign: "=", words: "holds by construction", style: "quiet" },
  "out-of-regime": { sign: "\u2013", words: "out of regime", style: "quiet analogue" },
  "not-run": { sign: "\u00b7", words: "not run", style: "quiet analogue" },
};

/** Words of a verdict. */
export function verdictText(verdict: Verdict): string {
  return BADGES[verdict].words;
}

/** Classes of the style sheet for a verdict's colours. */
export function verdictStyle(verdict: Verdict): string {
  return BADGES[verdict].style;
}

/** Badge of a verdict: its sign and its words. */
export function verdictBadge(verdict: Verdict): Markup {
  const { sign, words, style } = BADGES[verdict];
  return html`<span class="verdict ${style}"><span aria-hidden="true">${sign} </span>${words}</span>`;
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
      const { sign, words, style } = BADGES[verdict];
      return html`<li><span class="square ${style}" aria-hidden="true">${sign}</span> ${words}</li>`;
    })
  }`;
}
